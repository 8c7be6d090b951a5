"""The walk over a checked syntax tree that computes its value."""

from __future__ import annotations

import ast
import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from algebra.expression_budget import Budget, OverBudget, check_size
from algebra.expression_functions import FUNCTIONS, Function, Role
from algebra.expression_operators import operate
from algebra.expression_syntax import ExpressionError, Parsed, UnknownName, short
from algebra.expression_values import Incomparable, Value, describe, equal, ordered
from algebra.matrices import Matrix, from_rows
from algebra.numbers import Number
from algebra.wording import message_of, phrase, worded

_SIGNS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}

_NEEDED: Mapping[Role, str] = {
    "number": phrase("a number"),
    "whole": phrase("a whole number"),
    "matrix": phrase("a matrix"),
    "square": phrase("a square matrix"),
    "vector": phrase("a vector"),
    "values": phrase("a number, a matrix or several numbers"),
}


@dataclass(frozen=True, slots=True)
class Term:
    """One side of a comparison: how it is written, what it is, and whether it is a mere literal."""

    source: str
    value: Value
    is_literal: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison that was computed: ``terms[0] signs[0] terms[1] signs[1] …``.

    The sign of ``close(x, y, tol)`` is "close", and its third term is the tolerance.
    """

    holds: bool
    terms: tuple[Term, ...]
    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Walk:
    """One evaluation: the checked tree, the names, and what may still be spent."""

    parsed: Parsed
    names: Mapping[str, Value]
    budget: Budget = field(default_factory=Budget)

    def value(self, node: ast.expr) -> Value:
        """The value of a node, checked for size; every failure points at the node."""
        try:
            value = self._value(node)
            # a name's value was checked when it was computed, and may be large
            if not isinstance(value, tuple | bool) and not isinstance(node, ast.Name):
                check_size(value)
        except ExpressionError:
            raise
        except ZeroDivisionError:
            raise self.parsed.error("division by zero", "", node) from None
        except OverflowError:
            raise self.parsed.error("the result is too large", "", node) from None
        except OverBudget as refused:
            raise self.parsed.error(message_of(refused), refused.cure, node) from None
        except ValueError as refused:
            raise self.parsed.error(message_of(refused), "", node) from None
        if isinstance(value, float) and not math.isfinite(value):
            raise self.parsed.error("the result is not finite", "", node)
        return value

    def term(self, node: ast.expr) -> Term:
        """A side of a comparison with its value."""
        parts = ast.walk(node)
        literal = not any(isinstance(part, ast.Name | ast.Attribute) for part in parts)
        return Term(self.parsed.text(node), self.value(node), literal)

    def comparison(self, node: ast.Compare) -> Comparison:
        """A chain of comparisons; every link is computed, so that every side is checked."""
        nodes = (node.left, *node.comparators)
        terms = tuple(self.term(side) for side in nodes)
        holds = True
        for index, (operator, left) in enumerate(zip(node.ops, nodes, strict=False)):
            sides = terms[index].value, terms[index + 1].value
            try:
                if isinstance(operator, ast.Eq | ast.NotEq):
                    holds &= equal(*sides) == isinstance(operator, ast.Eq)
                else:
                    holds &= ordered(_SIGNS[type(operator)], *sides)
            except Incomparable as refused:
                text = short(self.parsed.text(node), "this")
                raise self.parsed.error(
                    phrase("{text}: {what}", text=text, what=worded(refused.what)),
                    refused.cure,
                    left,
                ) from None
        return Comparison(holds, terms, tuple(_SIGNS[type(operator)] for operator in node.ops))

    def _value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant():
                return self._written_number(node)
            case ast.Name():
                return self._named(node)
            case ast.List():
                return self._list(node)
            case ast.BinOp():
                return self._operation(node)
            case ast.UnaryOp():
                operand = self.value(node.operand)
                if isinstance(operand, tuple | bool):
                    raise self._unfit(node, "a sign belongs to a number or a matrix", operand)
                if not isinstance(node.op, ast.USub):
                    return operand
                if isinstance(operand, Matrix):
                    self.budget.spend(200 * math.prod(operand.shape))
                return -operand
            case ast.Call():
                return self._call(node)
            case ast.Attribute():
                matrix = self.value(node.value)
                if not isinstance(matrix, Matrix):
                    raise self._unfit(node, "only a matrix has a transpose", matrix)
                return matrix.T
            case ast.Subscript():
                return self._part(node)
            case ast.Compare():
                return self.comparison(node).holds
        raise self.parsed.error("this is not arithmetic", "write plain arithmetic", node)

    def _unfit(self, node: ast.expr, what: str, value: Value) -> ExpressionError:
        return self.parsed.error(
            phrase("{what}; this is {value}", what=worded(what), value=describe(value)), "", node
        )

    def _written_number(self, node: ast.Constant) -> Fraction:
        if isinstance(node.value, int):
            return Fraction(node.value)
        text = self.parsed.text(node).replace("_", "").lower()
        power = text.partition("e")[2]
        if power and abs(int(power)) > 300:
            raise self.parsed.error("a power of ten beyond 300", "write a smaller one", node)
        # Read from the text, never through a float: 0.1 is one tenth.
        return Fraction(text)

    def _named(self, node: ast.Name) -> Value:
        if node.id in self.names:
            return self.names[node.id]
        if node.id in FUNCTIONS:
            raise self.parsed.error(
                phrase("{id} is a function", id=node.id),
                phrase("write what it is of, as in {id}(A)", id=node.id),
                node,
            )
        what = UnknownName("unknown name {id}", {"id": short(node.id, "here")})
        raise self._unknown(what, node, tuple(self.names))

    def _unknown(self, what: str, node: ast.Name, known: tuple[str, ...]) -> ExpressionError:
        near = difflib.get_close_matches(node.id, known, n=1, cutoff=0.6) or [
            name for name in known if name.lower() == node.id.lower()
        ]
        if near:
            cure: str = phrase("did you mean {near} ?", near=near[0])
        elif not known:
            cure = phrase("no names are defined here")
        else:
            cure = phrase("known are {names}", names=", ".join(sorted(known)[:40]))
        return self.parsed.error(what, cure, node)

    def _list(self, node: ast.List) -> Matrix:
        if not node.elts:
            raise self.parsed.error("an empty list", "write its numbers, as in [1, 2]", node)
        nested = [isinstance(element, ast.List) for element in node.elts]
        if not any(nested):
            return from_rows([[self._entry(element)] for element in node.elts])
        rows = []
        for element in node.elts:
            if not isinstance(element, ast.List):
                raise self.parsed.error(
                    "a row of numbers is needed here", "write each row as a list", element
                )
            if not element.elts:
                raise self.parsed.error("an empty row", "write its numbers", element)
            rows.append([self._entry(entry) for entry in element.elts])
            if len(rows[-1]) != len(rows[0]):
                raise self.parsed.error(
                    phrase(
                        "this row has length {length}, the first row {length2}",
                        length=len(rows[-1]),
                        length2=len(rows[0]),
                    ),
                    "make all rows equally long",
                    element,
                )
        return from_rows(rows)

    def _entry(self, node: ast.expr) -> Number:
        if isinstance(node, ast.List):
            raise self.parsed.error("an entry must be a number", "remove a pair of [ ]", node)
        value = self.value(node)
        if isinstance(value, Matrix | tuple | bool):
            raise self._unfit(node, "an entry must be a number", value)
        return value

    def _operation(self, node: ast.BinOp) -> Value:
        operands = []
        for side in (node.left, node.right):
            operand = self.value(side)
            if isinstance(operand, tuple | bool):
                raise self._unfit(side, "only numbers and matrices can be computed with", operand)
            operands.append(operand)
        return operate(self.parsed, self.budget, node, *operands)

    def _call(self, node: ast.Call) -> Value:
        assert isinstance(node.func, ast.Name)  # `parse` lets nothing else through
        name = node.func.id
        function = FUNCTIONS.get(name)
        if function is None:
            if name in self.names:
                raise self.parsed.error(
                    phrase("{name} is not a function", name=name),
                    phrase("did you mean {name} @ … or {name} * … ?", name=name),
                    node,
                )
            what = phrase("unknown function {unknown}", unknown=short(node.func.id, "here"))
            raise self._unknown(what, node.func, tuple(FUNCTIONS))
        given = self._arguments(node, name, function)
        roles = [*function.roles, *function.roles[-1:] * (len(given) - len(function.roles))]
        values = tuple(
            self._fit(argument, role, name) for argument, role in zip(given, roles, strict=False)
        )
        function.spend(self.budget, values)
        return function.apply(*values)

    def _arguments(self, node: ast.Call, name: str, function: Function) -> list[ast.expr]:
        given = list(node.args)
        for keyword in node.keywords:
            if not function.keyword or keyword.arg != function.keyword or node.keywords[1:]:
                raise self.parsed.error(
                    phrase("{name} takes no {arg}= here", name=name, arg=keyword.arg or "**"),
                    phrase("write {form}", form=function.form),
                    keyword,
                )
            given.append(keyword.value)
        fits = function.least <= len(given) and (function.rest or len(given) <= len(function.roles))
        if not fits or (function.keyword and not node.keywords):
            raise self.parsed.error(
                phrase(
                    "{name} cannot take {length} argument{plural} here",
                    name=name,
                    length=len(given),
                    plural="" if len(given) == 1 else "s",
                ),
                phrase("write {form}: {doc}", form=function.form, doc=function.doc),
                node,
            )
        return given

    def _fit(self, node: ast.expr, role: Role, name: str) -> Value:
        value = self.value(node)
        matrix = isinstance(value, Matrix)
        fits = {
            "number": not isinstance(value, Matrix | tuple | bool),
            "whole": isinstance(value, Fraction) and value.denominator == 1,
            "matrix": matrix,
            "square": isinstance(value, Matrix) and value.is_square,
            "vector": isinstance(value, Matrix) and value.shape[1] == 1,
            "values": not isinstance(value, bool),
        }[role]
        if not fits:
            found = short(self.parsed.text(node), "this")
            what = phrase(
                "{name} needs {needed}; {found} is {value}",
                name=name,
                needed=_NEEDED[role],
                found=found,
                value=describe(value),
            )
            raise self.parsed.misfit(what, node)
        return value

    def _part(self, node: ast.Subscript) -> Value:
        whole = self.value(node.value)
        text = short(self.parsed.text(node.value), "this")
        parts = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
        if isinstance(whole, tuple):
            index = self._index(
                parts[0], len(whole), phrase("{text} has {whole}", text=text, whole=describe(whole))
            )
            if len(parts) != 1 or index is None:
                raise self.parsed.error(
                    phrase("{text} takes one index", text=text),
                    phrase("write {text}[0]", text=text),
                    node,
                )
            return whole[index]
        if not isinstance(whole, Matrix):
            raise self._unfit(node, "only a matrix has entries", whole)
        m, n = whole.shape
        if len(parts) != 2 and (len(parts), n) != (1, 1):
            raise self.parsed.error(
                phrase("{text} is a {m}×{n} matrix and takes two indices", text=text, m=m, n=n),
                phrase("write {text}[0, 1] for an entry, {text}[:, 0] for a column", text=text),
                node,
            )
        down = self._index(parts[0], m, phrase("{text} is {m}×{n}: rows", text=text, m=m, n=n))
        across: int | None = 0
        if len(parts) == 2:
            across = self._index(
                parts[1], n, phrase("{text} is {m}×{n}: columns", text=text, m=m, n=n)
            )
        rows = slice(None) if down is None else down
        columns = slice(None) if across is None else across
        return whole[rows, columns]

    def _index(self, node: ast.expr, size: int, what: str) -> int | None:
        """A written index; None for a whole row or column, written ``:``."""
        if isinstance(node, ast.Slice):
            if node.lower or node.upper or node.step:
                raise self.parsed.error("only a lone : picks a whole row or column", "", node)
            return None
        value = self.value(node)
        if not isinstance(value, Fraction) or value.denominator != 1:
            raise self._unfit(node, "an index must be a whole number", value)
        if not 0 <= value < size:
            raise self.parsed.error(
                phrase(
                    "{what} count from 0 to {size}; there is no {value}",
                    what=worded(what),
                    size=size - 1,
                    value=value,
                ),
                "",
                node,
            )
        return int(value)
