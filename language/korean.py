"""Where a line of Korean may end, judged by how a word ends and how the next one begins.

A Korean word carries its own grammar at its end: particles after nouns, connective or adnominal
endings after verbs. Nothing is looked up in a dictionary of nouns or verbs, so the few words whose
look deceives are listed. The order of the rules matters: what binds two words is asked first.
"""

from __future__ import annotations

import re

from language.grades import Grade, is_symbol, word_set

_DETERMINERS = word_set(
    "이 그 저 한 두 세 네 어떤 모든 각 새 첫 첫째 둘째 셋째 넷째 다섯째 여러 몇 온 옛 맨 매 아무 "
    "무슨 어느 이런 그런 저런 이러한 그러한 다른 같은 다섯 여섯 일곱 여덟 아홉 열 못 안 더 가장 "
    "매우 아주 너무 아무리 덜 꼭 잘 참 늘 약 총 단 및 또 곧 즉 바로 서로 방금 거의 훨씬"
)
"""Determiners, numerals and adverbs that stand before what they describe."""

_LINKS = word_set(
    "그리고 그러나 그런데 그래서 그러면 그러므로 하지만 따라서 이어서 또는 혹은 다만 특히 먼저 "
    "이제 이제는 만약 만일 비록 왜냐하면 예를 마지막으로 이번에는 그러니"
)
"""Words with which a sentence or a clause begins."""

_ADVERBS = word_set(
    "다시 함께 따로 모두 대개 결코 그대로 여전히 언제나 항상 이미 아직 나란히 똑바로 한번 잠시 "
    "동시에 정확히 천천히 스스로 저마다 차례로 오직 지금 조금 많이 그만큼"
)

_DEPENDENT = re.compile(
    r"(수|것|게|건|때|채|뿐|줄|바|중|듯|적|데|대로|만큼|때문|정도|사이|동안|뒤|후|다음|쪽|말|뜻)"
    r"(?:$|[은는이가을를에의로도만마입인일과와라처보,.?!밖])"
)
"""Nouns that cannot stand without the word before them."""

_PLACES = re.compile(
    r"(위|아래|안|밖|옆|앞|뒤|속|가운데|곳|전체|모두|하나|둘|셋|넷|열둘|방향|쪽|자체|자리|이상|이하|"
    r"사이|끝)(?:$|[은는이가을를에의로도만마입인일과와라처보,.?!뿐])"
)
"""Nouns that say where or how much of the noun before them."""

_HELPERS = re.compile(
    r"(봅|보[면자겠는고세아]|봐|봤|본|볼|줍|주[면자겠는고세어]|줘|줬|준|줄[^어이]|"
    r"[갑간갈갔]|가[면자겠는고]|[옵온올왔]|오[면자겠는고]|놓|둡|두[면자는고]|둔|버[리립린릴려렸]|"
    r"있|없|않|싶|못|말|나[면서가니]|납|냅|내[면는고]|낸)"
)
"""Verbs that help the one before them: 돌려 봅니다, 말해 줍니다, 옮겨 간, 하고 있다."""

_FORMS = re.compile(r"[가-힣](어|해|려|져|혀|쳐|켜|춰|워|여|아)$")
"""Verbs in -아 or -어 that say how or after what the next verb happens."""

_CLAIMS = re.compile(
    r"(합|하[고며면는지]|한|해|했|할|부[르릅른를]|불[러렸]|생각|말|보|나|싶|있|없)"
)
"""Verbs that a quotation or a progressive leans on: …라고 합니다, …고 있습니다."""

_COPULA = re.compile(r"(아니|아닙|아닌|아닐|되[는고면어]|됩|된|될|돼|됐)")
_WITH = re.compile(r"(같|함께|다르|다른|달[라리]|나란[한하히]|비슷|똑같|평행|수직|만나|겹)")
_ABOUT = re.compile(
    r"(대하|대한|대해|따라|따른|통해|통한|위해|위한|관한|관해|비해|의해|걸쳐|향해|두고|이어)"
)

_OPEN = re.compile(r"(지|[아어여해려져와워겨켜혀쳐춰내대세펴라나가줘둬돼])$")
"""A verb form that a helping verb may follow, or 가 and 나, which look like one."""

_NOT_CLAUSES = re.compile(
    r"(순서|부서|창고|최고|아니|주머니|가운데|[평화뒷앞옆단측반양표한]면|국면|보다|마다)$"
)
_CLAUSES = re.compile(
    r"(고|며|면서|지만|면|니까|으니|이니|하니|보니|되니|므로|거나|도록|려고|으러|자마자|든지|"
    r"더라도|[아어여해려져와워춰켜겨라]도|[은는인한른큰된운]데|수록|[아어여해려져와워춰켜겨가나라혀쳐펴]서|"
    r"다가|채로|이든|이라)$"
)
"""Connective endings of verbs."""

_MOMENTS = word_set("때 동안 순간 채")
"""Nouns that end a clause of time as a connective ending does."""

_STEMS_EUN = re.compile(
    r"(같|높|놓|읽|닿|좋|많|작|짧|낮|넓|얕|깊|남|적|찾|얻|받|맞|옳|굵|얇|묶|섞|앉|않|잃|잡|접|찍|늦|"
    r"곧|붙|뻗|쌓|솟|심|감|담|숨|옅|짙|밝|붉|검|희|곱|굽)은$"
)
_STEMS_EUL = re.compile(r"(있|없|않|읽|닿|놓|얻|찾|받|남|잃|잡|쌓|같|많|좋|맞|붙|접)을$")
_TOPIC_NEUN = re.compile(
    r"(에|에서|으로|로|까지|부터|보다|에게|와|과|서|고|하나|넓이|길이|높이|깊이|차이|사이|놀이|풀이|"
    r"종이|나이|거리|자리|머리|우리|정리|원리|분리|다리|크기|세기|기울기|밀기|돌리기|의미|이미지|"
    r"여기|거기|나|너|누구|좌표|회|화|헤드|노드|코드|모드|시드|쿼리|메모리|모서리|위치|수치|경우|막대|^키)는$"
)
_STEMS_NEUN = re.compile(
    r"(하|되|지|가|오|보|주|키|리|치|르|나|꾸|추|우|두|내|드|쓰|라|다|이|히|뉘|누|재|펴|켜|서|"
    r"[옮남넘숨맡당생]기|짜|세|맞대|기대|[포쪼]개|비추|만드)는$"
)
_PARTICLES = re.compile(
    r"(은|는|이|가|에|에서|으로|로|까지|부터|보다|처럼|만큼|마다|만|도|에게|께|이나|조차|밖에|뿐|지|"
    r"으로는|에는|로는|이란|란)$"
)
_NOUNS_IN_I = re.compile(r"(넓이|길이|높이|깊이|차이|사이|종이|나이|풀이|놀이)$")


def is_hangul(character: str) -> bool:
    """Is this a syllable of Hangul?"""
    return "가" <= character <= "힣"


def grade(word: str, following: str) -> Grade:
    """How bad a break after ``word`` is, which ends in Hangul without punctuation."""
    bare = re.sub(r"^[\"'“‘(\[「『]+", "", word)
    if bare in _DETERMINERS:
        return Grade.TIGHT
    if _binds(bare, following):
        return Grade.TIGHT
    if bare in _LINKS:
        return Grade.MODIFIER
    if bare in _ADVERBS:
        return Grade.SPACE
    if bare in _MOMENTS or _connects(bare):
        return Grade.CLAUSE
    if _describes(bare):
        named = is_symbol(following) and not bare.endswith(("의", "는", "은", "을"))
        return Grade.TIGHT if named else Grade.MODIFIER  # 행렬 A: a noun that only looks like one
    if bare.endswith(("을", "를", "와", "과")) and len(bare) > 1:
        return Grade.SPACE
    if _PARTICLES.search(bare) and not _NOUNS_IN_I.search(bare) and len(bare) > 1:
        return Grade.PHRASE
    if _FORMS.search(bare):
        return Grade.PHRASE
    if bare.endswith(("히", "게", "나", "다")):
        return Grade.SPACE
    # A noun without a particle, which forms one with the next word or is named by it.
    return Grade.TIGHT if is_symbol(following) else Grade.MODIFIER


def _binds(word: str, following: str) -> bool:
    """Do two words make one: a helping verb, a dependent noun, 와 같은, 에 대해?"""
    last = word[-1:]
    if _DEPENDENT.match(following) or _PLACES.match(following):
        return _describes(word) or last in "기은" or not _has_ending(word)
    if following.startswith(("있", "없")) and (last == "수" or not _has_ending(word)):
        return True
    if last == "고" and re.match(r"(있|나[서면]|싶|보|합|말|생각|하[는며])", following):
        return True
    if word.endswith(("라고", "다고", "자고")) and _CLAIMS.match(following):
        return True
    if last == "지" and re.match(r"(않|못|말)", following):
        return True
    if last in "이가" and re.match(r"(있|없)[습는다고으]", following):
        return True
    if last in "이가게도" and _COPULA.match(following):
        return True
    if last in "와과" and _WITH.match(following):
        return True
    if last in "에을를로" and _ABOUT.match(following):
        return True
    return _OPEN.search(word) is not None and _HELPERS.match(following) is not None


def _has_ending(word: str) -> bool:
    """Does a word carry a particle or an ending, so that it is no bare noun?"""
    if _NOUNS_IN_I.search(word):
        return False
    return (
        _describes(word)
        or _connects(word)
        or _PARTICLES.search(word) is not None
        or word.endswith(("을", "를", "와", "과", "히", "게"))
        or word in _ADVERBS
        or word in _LINKS
    )


def _connects(word: str) -> bool:
    """Is this a verb that joins its clause to the next: -고, -면, -지만, -다(가)?"""
    if _NOT_CLAUSES.search(word):
        return False
    # In the middle of a sentence a verb in -다 stands for -다가.
    return _CLAUSES.search(word) is not None or (word.endswith("다") and len(word) > 2)


def _describes(word: str) -> bool:
    """Is this a genitive or an adnominal form, which describes the next word?"""
    last = word[-1:]
    if last == "의":
        return len(word) > 1
    if last == "는":
        if _TOPIC_NEUN.search(word):
            return False
        # A noun that ends in a consonant would be followed by 은.
        return _final(word[-2:-1]) > 0 or _STEMS_NEUN.search(word) is not None
    if last == "은":
        return _STEMS_EUN.search(word) is not None
    if last == "을":
        return _STEMS_EUL.search(word) is not None
    if word.endswith(("만", "면", "를")):
        return False
    return _final(last) in (_N, _L)


_N, _L = 4, 8
"""The numbers of the final consonants ㄴ and ㄹ in the order of Unicode's syllables."""


def _final(syllable: str) -> int:
    """The number of a Hangul syllable's final consonant, 0 if it has none or is no Hangul."""
    return (ord(syllable) - ord("가")) % 28 if is_hangul(syllable) else 0
