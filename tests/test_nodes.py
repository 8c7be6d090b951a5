"""YAML with places: what scalars mean, what is refused, and that nothing exhausts the machine."""

from __future__ import annotations

import time
import tracemalloc
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from language.nodes import (
    Mapping,
    Node,
    Scalar,
    Sequence,
    compose,
    find,
    load,
    plain,
    resolve_scalar,
)
from language.places import Place


def composed(text: str) -> Node:
    """The tree of text that must be without fault."""
    root, faults = compose(text, "a.yaml")
    assert faults == ()
    assert root is not None
    return root


def complaints(text: str) -> list[str]:
    """The faults of text, in the order of their places."""
    _, faults = compose(text, "a.yaml")
    return [str(fault) for fault in sorted(faults, key=lambda fault: fault.place)]


def loaded(folder: Path, data: bytes) -> tuple[Node | None, list[str]]:
    """What a file with these bytes gives."""
    path = folder / "a.yaml"
    path.write_bytes(data)
    root, faults = load(path)
    return root, [str(fault) for fault in faults]


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("yes", "yes"),
        ("1:30", "1:30"),
        ("12:30", "12:30"),
        ("2026-03-01", "2026-03-01"),
        ("010", 10),
        ("0o10", 8),
        ("0x10", 16),
        ("+7", 7),
        ("-0", 0),
        ("1_000", "1_000"),
        ("1e3", Fraction(1000)),
        ("1.001", Fraction(1001, 1000)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("-2.5e-1", Fraction(-1, 4)),
        ("1/6", "1/6"),
        ("~", None),
        ("null", None),
        ("", None),
        ("true", True),
        ("False", False),
        ("-", "-"),
        ("١٢", "١٢"),
    ],
)
def test_unquoted_scalars_mean_what_yaml_1_2_says(source: str, value: object) -> None:
    read, fault = resolve_scalar(source)
    assert fault is None
    assert read == value
    assert type(read) is type(value)


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9))
@settings(max_examples=100, deadline=None)
def test_every_written_decimal_is_kept_exactly(number: object) -> None:
    read, fault = resolve_scalar(f"{number:f}")
    assert fault is None
    assert read == Fraction(str(number))


@pytest.mark.parametrize("style", ["'3'", '"3"', "|\n  3", ">-\n  3"])
def test_quoted_and_block_scalars_stay_texts(style: str) -> None:
    node = composed(f"a: {style}\n")
    assert str(plain(find(node, ("a",)))).strip() == "3"
    assert isinstance(plain(find(node, ("a",))), str)


def test_every_node_and_key_knows_its_place() -> None:
    root = composed("a: 1\nb:\n  - x\n  - {c: 'd'}\n")
    assert isinstance(root, Mapping)
    entry = root.get("b")
    assert entry is not None
    assert entry.place == Place("a.yaml", 2, 1)
    inner = find(root, ("b", 1, "c"))
    assert isinstance(inner, Scalar)
    assert inner.place == Place("a.yaml", 4, 9)
    assert inner.at(0) == Place("a.yaml", 4, 10)
    assert plain(root) == {"a": 1, "b": ["x", {"c": "d"}]}


def test_columns_count_characters_and_not_bytes() -> None:
    root = composed("title: {ko: 행렬식, en: 'a𝒜b'}\n")
    english = find(root, ("title", "en"))
    assert english.place == Place("a.yaml", 1, 22)
    assert isinstance(english, Scalar)
    assert english.at(2) == Place("a.yaml", 1, 25)


@pytest.mark.parametrize(
    "text",
    [
        'a: "x\\ty ✓"\n',
        'a: "\\u00e9\\x41 \\\\ ✓"\n',
        "a: 'it''s ''so'' ✓'\n",
        "a: one\n  two\n\n  three ✓ four\n",
        "a: |\n  one\n    two\n\n  three ✓\nb: 1\n",
        "a: >-  # folded\n  one\n  two\n\n  three ✓\nb: 1\n",
        'a: "one\\\n  two\n  three ✓"\n',
    ],
)
def test_each_letter_is_found_however_its_text_is_written(text: str) -> None:
    node = find(composed(text), ("a",))
    assert isinstance(node, Scalar)
    row, line = next((i, line) for i, line in enumerate(text.splitlines()) if "✓" in line)
    assert node.at(node.source.index("✓")) == Place("a.yaml", row + 1, line.index("✓") + 1)


def test_a_letter_that_the_file_writes_otherwise_is_placed_where_its_text_begins() -> None:
    node = find(composed("a: 'e\u0301''x'\n"), ("a",))
    assert isinstance(node, Scalar)
    assert node.source == "\u00e9'x"
    assert node.at(2) == node.place == Place("a.yaml", 1, 4)


def test_texts_are_composed_to_one_unicode_form() -> None:
    decomposed = "한"
    assert plain(composed(f"a: {decomposed}\n")) == {"a": "한"}


def test_aliases_stand_for_their_anchor() -> None:
    assert plain(composed("a: &m [[1, 2]]\nb: *m\n")) == {"a": [[1, 2]], "b": [[1, 2]]}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "a: 1\nb: 2\na: 3\n",
            "a.yaml:3:1: the key “a” stands here again; it is already in line 1, "
            "keep one of the two",
        ),
        (
            "a: !!python/object/apply:os.system ['id']\n",
            "a.yaml:1:4: the tag !!python/object/apply:os.system is refused: tags are not read, "
            "leave it out",
        ),
        ("a: !mine 3\n", "a.yaml:1:4: the tag !mine is refused: tags are not read, leave it out"),
        ("a: !!str 3\n", "a.yaml:1:4: the tag !!str is refused: tags are not read, leave it out"),
        ("a: .nan\n", "a.yaml:1:4: .nan is no number that can be drawn, write a finite number"),
        ("a: -.Inf\n", "a.yaml:1:4: -.Inf is no number that can be drawn, write a finite number"),
        (
            "a: 1e999999999\n",
            "a.yaml:1:4: this number has more than 100 digits, "
            "choose a smaller one, or put it in quotes to make it a text",
        ),
        (
            "a: {<<: 1}\n",
            "a.yaml:1:5: merge keys (<<) are not read, "
            "write the keys out, or give the whole value an alias",
        ),
        ("? [1]\n: 2\n", "a.yaml:1:3: a key must be a word, write key: value"),
        (
            "a: *x\n",
            "a.yaml:1:4: the alias *x has no anchor &x above it, write the value out",
        ),
        (
            "a: &x [*x]\n",
            "a.yaml:1:8: the alias *x stands inside its own anchor, write the value out",
        ),
        ("a: 1\n---\nb: 2\n", "a.yaml:2:1: a second document begins here, keep one, without ---"),
        (
            "a:\n\t- 1\n",
            "a.yaml:2:1: this line is indented with a tab, indent with plain spaces",
        ),
        (
            "a:\n  b: 1\n\tc: 2\n",
            "a.yaml:3:1: this line is indented with a tab, indent with plain spaces",
        ),
        (
            "a: 1\nb：2\n",
            "a.yaml:2:2: “：” is a full-width character (U+FF1A), type : instead",
        ),
        (
            "a: [１，２］\n",
            "a.yaml:1:5: “１” is a full-width character (U+FF11), type 1 instead",
        ),
        (
            "\xa0a: b: c\n",
            "a.yaml:1:1: this line is indented with a no-break space (U+00A0), "
            "indent with plain spaces",
        ),
        ("a: 'x\n", "a.yaml:1:4: this quotation mark is never closed, write the second one"),
        (
            "a: [1, 2\nb: 3\n",
            "a.yaml:1:4: this list is not closed, or lacks a comma, write it as [1, 2]",
        ),
        (
            "a: {ko: x\n",
            "a.yaml:1:4: this mapping is not closed, or lacks a comma, write it as {ko: …, en: …}",
        ),
        (
            'a: "$\\lambda$"\n',
            "a.yaml:1:6: a backslash in double quotes begins an escape, and this is none, "
            "use single quotes, or write \\\\",
        ),
        (
            "a: b: c\n",
            "a.yaml:1:5: a colon stands here where no key can be, "
            "check the indentation of this line and the one above, or put the whole text in quotes",
        ),
        ("a: @b\n", "a.yaml:1:4: a value cannot begin with @, put the whole text in quotes"),
        ("a: [1]]\n", "a.yaml:1:7: this ] closes nothing, delete it"),
        (
            "a:\n  b: 1\n c: 2\n",
            "a.yaml:3:2: the indentation of this line fits no line above, "
            "indent it as far as its neighbours",
        ),
        (
            "- a: 1\n  b: 2\nc: 3\n",
            "a.yaml:3:1: this line is indented like the list above but does not begin with “- ”, "
            "indent it as far as the other keys of its item",
        ),
        (
            "a: 1\nb\n",
            "a.yaml:2:1: this line is no key: value, write a colon and a space after the key",
        ),
        (
            "a: 'b' c\n",
            "a.yaml:1:8: this stands after the end of the value, put the whole text in quotes",
        ),
    ],
)
def test_what_is_no_sound_yaml_is_named_at_its_place(text: str, fault: str) -> None:
    assert complaints(text) == [fault]


def test_faults_that_do_not_end_the_reading_come_together() -> None:
    assert complaints("a: .nan\nb: !x 1\na: 2\n") == [
        "a.yaml:1:4: .nan is no number that can be drawn, write a finite number",
        "a.yaml:2:4: the tag !x is refused: tags are not read, leave it out",
        "a.yaml:3:1: the key “a” stands here again; it is already in line 1, keep one of the two",
    ]


def test_a_byte_order_mark_and_windows_line_ends_are_accepted(tmp_path: Path) -> None:
    root, faults = loaded(tmp_path, b"\xef\xbb\xbfa: 1\r\nb: [x]\r\n")
    assert faults == []
    assert root is not None
    assert plain(root) == {"a": 1, "b": ["x"]}
    assert find(root, ("b", 0)).place == Place("a.yaml", 2, 5)


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ("a: 1".encode("utf-16"), "a.yaml:1:1: this file is UTF-16, not UTF-8"),
        (
            "a: 1".encode("utf-16-be"),
            "a.yaml:1:1: this file looks like UTF-16 or UTF-32, not UTF-8",
        ),
        ("a: 1".encode("utf-32"), "a.yaml:1:1: this file is UTF-32, not UTF-8"),
        (
            "a: 1\nb: 행렬".encode("cp949"),
            "a.yaml:2:4: the byte 0xC7 is not UTF-8; this file looks like CP949 (EUC-KR)",
        ),
        (b"a: \xff", "a.yaml:1:4: the byte 0xFF is not UTF-8"),
    ],
)
def test_other_encodings_are_named(tmp_path: Path, data: bytes, fault: str) -> None:
    root, faults = loaded(tmp_path, data)
    assert root is None
    assert faults == [f"{fault}, save the file as UTF-8"]


def test_a_control_character_is_shown_by_its_number(tmp_path: Path) -> None:
    _, faults = loaded(tmp_path, b"a: 1\nb: x\x07\n")
    assert faults == ["a.yaml:2:5: an unprintable character (U+0007), delete it"]


def test_a_missing_file_and_a_folder_are_faults(tmp_path: Path) -> None:
    _, faults = load(tmp_path / "none.yaml")
    assert [str(fault) for fault in faults] == [
        "none.yaml:1:1: this file does not exist, check its name and folder"
    ]
    _, faults = load(tmp_path)
    assert faults[0].what == "this file cannot be read"


def alias_bomb() -> str:
    """Nine levels of nine aliases: 9⁹ values if expanded."""
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    for above, name in zip("abcdefgh", "bcdefghi", strict=True):
        lines.append(f"{name}: &{name} [{', '.join([f'*{above}'] * 9)}]")
    return "\n".join(lines)


def deep_aliases() -> str:
    """Shallow to look at, 900 levels deep once expanded."""
    lines = ["a0: &a0 [x]"]
    lines += [f"a{i}: &a{i} {'[' * 90}*a{i - 1}{']' * 90}" for i in range(1, 11)]
    return "\n".join(lines)


FLOODS = {
    "bomb": (alias_bomb().encode(), "more than 100,000 values"),
    "deep aliases": (deep_aliases().encode(), "more than 100 levels"),
    "lists": (b"[" * 10_000, "levels"),
    "mappings": (b"{a: " * 10_000, "levels"),
    "dashes": (b"- " * 10_000, "levels"),
    "100 MB": (b"a" * 100_000_000, "larger than 1,000,000 bytes"),
    "200,000 values": (b"[" + b"1," * 200_000 + b"1]", "more than 100,000 values"),
}


def work(path: Path) -> float:
    """Processor time of reading a file: the least of three tries, seconds."""
    found = []
    for _ in range(3):
        started = time.process_time()
        load(path)
        found.append(time.process_time() - started)
    return min(found)


@pytest.mark.parametrize("flood", FLOODS)
def test_floods_are_refused_with_little_work(tmp_path: Path, flood: str) -> None:
    """No more than a few times what the largest file that is read may cost, on any machine."""
    data, what = FLOODS[flood]
    path, honest = tmp_path / "a.yaml", tmp_path / "honest.yaml"
    path.write_bytes(data)
    honest.write_bytes(b"[" + b"1," * 50_000 + b"1]")
    root, faults = load(path)
    assert root is None
    assert what in faults[-1].what
    assert work(path) < 4 * work(honest)


@pytest.mark.parametrize("flood", ["bomb", "deep aliases", "mappings", "100 MB"])
def test_floods_are_refused_in_bounded_memory(tmp_path: Path, flood: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(FLOODS[flood][0])
    tracemalloc.start()
    load(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20_000_000


@given(st.binary(max_size=200))
@settings(max_examples=150, deadline=None)
def test_any_bytes_give_a_tree_or_faults(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    root, faults = loaded(tmp_path_factory.getbasetemp(), data)
    assert root is None or isinstance(root, Scalar | Sequence | Mapping)
    assert all(fault.startswith("a.yaml:") for fault in faults)


@given(st.text(alphabet="ab:-[]{}'\"#&*!|>%@`,?~ \n\t.01：［", max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_text_gives_a_tree_or_faults_inside_it(text: str) -> None:
    root, faults = compose(text, "a.yaml")
    assert root is None or isinstance(root, Scalar | Sequence | Mapping)
    lines = text.count("\n") + 1
    assert all(1 <= fault.place.line <= lines and fault.place.column >= 1 for fault in faults)
