"""What a heading of a job description says of the lines under it.

A line is a heading when it is marked as one (Markdown, bold, a colon, capitals), or when it is short and
is, as a whole, one of the phrases by which descriptions head their parts. "What we offer" is looked for
before "What we look for": what a company gives must never become a demand.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

SectionKind: TypeAlias = Literal["required", "preferred", "duties", "offer", "other"]

MOST_WORDS: Final = 10
LONGEST: Final = 120
"""Characters of a heading."""

_PHRASES: Final[dict[SectionKind, str]] = {
    "preferred": r"""
        (?:nice|good|great)[- ]to[- ]haves?|(?:strongly |highly )?preferred|preferences|bonus(?: points)?|big plus(?:es)?|pluses|
        (?:a )?plus|desirables?|desired|extra points|extra credit|brownie points|
        (?:would|(?:it|that)['’]d) be (?:great|nice|good|useful|helpful|lovely|a plus|ideal|a bonus)|also\Z|(?:candidates|applicants|people|you)(?: (?:may|might|will|often|could))? also (?:have|bring|know)|
        not (?:essential|required|mandatory)|optional|additional (?:skills|qualifications|experience|assets?)|
        assets?|ideal(?:ly)?|helps?|helpful|handy|appreciated|love it if.*|impress us.*|dream candidate|not a must|stand out|set you apart|even better|advantag\w+|beneficial|
        wünschenswert|von vorteil|idealerweise|pluspunkte|(?:das )?(?:schön|toll) wäre|(?:das )?wäre (?:schön|toll)|
        deseables?|se valorar[áa]|valorable|plus|
        souhait\w+|appréci\w+|atouts?|un plus|serait un plus|
        desej[áa]ve(?:l|is)|diferencia(?:l|is)|valorizamos|
        वांछनीय|अतिरिक्त योग्यता|बोनस""",
    "offer": r"""
        (?:what )?(?:do )?we offer|(?<!job )offers?|(?:we|i)(?:['’]ll| will| can)? (?:give|provide|pay)(?: you)?|gives? you|in return|in exchange|what(?:['’]s| is) in it for you|(?:what )?you(?:['’]ll| will| can)? (?:get|receive|gain|love|enjoy|like)|\A(?:we|us|wir|nous)\Z|shifts?|darauf .*freuen|treats|extras|
        benefits?|perks|terms (?:and|&) conditions|compensation|salary|pay(?: range)?|remuneration|package|rewards?|
        why (?:join|work|us|you)\b.*|about (?:us|the (?:company|team|trust|school|hospital|practice|organi[sz]ation))|
        about (?!you\b|the (?:role|job|position)\b)\w+|who we are(?! (?:look|after|seek|search))|our (?:company|story|mission|values|culture|commitment|team|promise)|
        company (?:overview|description|profile)|life at \w+|equal opportunit\w+|diversity.*|eeo.*|
        how to apply|application (?:process|procedure)|apply (?:now|here|today|online|by)|\Aapply\Z|the process|how we (?:hire|recruit|interview|work)|(?:interview|hiring|recruitment) process|next steps|what(?:['’]s| happens| comes)? next|
        what awaits you|closing date|deadline|start(?:ing)? date|reference|posted|contract|job type|employment type|
        locations?|hours|working hours|schedule|contact|privacy.*|disclaimer|safeguarding statement|
        das bieten wir|wir bieten.*|(?:was )?(?:wir )?(?:dir |ihnen )?bieten|unser angebot|was (?:dich|sie) erwartet|(?:das|was) (?:bekommst du|bekommen sie|gibt es)\b.*|gute gründe.*|deine vorteile|ihre vorteile|
        benefits|über uns|wir über uns|kontakt|bewerbung|so bewirbst.*|
        (?:lo que )?(?:te )?(?:ofrecemos|damos)|te espera|qu[ée] ofrecemos|beneficios|sobre nosotros|quiénes somos|condiciones|
        (?:ce que )?(?:nous|on) (?:vous |t['’])?(?:offrons|proposons|offre|propose)|avantages|on vous (?:donne|attend).*|pourquoi nous.*|à propos.*|qui sommes[- ]nous|rémunération|
        (?:o que )?(?:nós )?oferecemos|benefícios|sobre (?:nós|a empresa)|quem somos|
        लाभ|सुविधाएं|सुविधाएँ|हम क्या देते हैं|हमारे बारे में|वेतन""",
    "duties": r"""
        responsibilit\w+|accountabilities|dut(?:y|ies)|what you(?:['’]ll| will|['’]re going to)(?: be)? (?:do|doing|work on|own|build|learn)|
        (?:your|key|main|core|daily|primary) (?:tasks|role|activities|mission|impact)|tasks|the (?:role|job|opportunity|position)\Z|
        (?:about the|role|job|position) (?:role|job|position|purpose|summary|description|overview)|overview|summary|
        day[- ]to[- ]day|a (?:typical )?day.*|\Ain this role.*|the work|
        (?:deine|ihre|die) (?:aufgaben|rolle|tätigkeit\w*)|aufgaben(?:gebiet)?|tätigkeiten|
        funciones|responsabilidades|tareas|el puesto|tu (?:misión|rol)|
        missions?|vos missions|tes missions|responsabilités|le poste|
        atividades|atribuições|a vaga|principais atividades|
        ज़िम्मेदारियाँ|जिम्मेदारियां|कार्य|भूमिका""",
    "required": r"""
        requirements?|must[- ]haves?|required|requisites|prerequisites|essentials?|qualifications?|criteria|
        (?:person|candidate) (?:specification|profile)|what you(?:['’]ll| will)? (?:need|bring|have)\b.*|
        what (?:it takes|you need)|what (?:the|this) (?:job|role|position|post) (?:asks?|calls?|needs?|takes?|requires?|wants?)\b.*|\A(?:you|du|sie|vous)\Z|you(?:['’]ll)? (?:have|bring|need|are|should|must)\b.*|you['’]ve got|
        who (?:you are|we(?:['’]re| are)? (?:look|after|seek|search|want|need|hope)\w*.*)|your (?:profile|background|skills|experience|strengths)|
        about you|what we(?:['’]re| are| do)? (?:look|expect|ask|need|seek|want|hop)\w*\b.*|
        (?:are )?(?:we(?:['’]re| are) )?looking for(?: you| someone)?.*|we(?:['’]d love| want| need| expect).*|
        you (?:may|might|could|will|would) (?:be|thrive|enjoy|love|like)\b.*|(?:a )?good (?:fit|match).*|apply if.*|(?:role|job|one|place) (?:is )?for you.*|(?:if|that|when|because) you(?:['’](?:ve|re)| have| are| can)?\Z|ideal candidate|
        (?:technical |soft |key |core |hard )?skills(?: and experience)?|competenc(?:e|y|ies)|experience|education|
        knowledge|languages?|(?:personal )?(?:qualities|attributes|traits|strengths)|aptitudes?|abilities|(?:physical )?demands|licen[cs]es?|certifications?|minimum|basic|eligibility|to be successful.*|to succeed.*|
        (?:the )?successful candidate.*|
        anforderungen|(?:dein|ihr) profil|profil|voraussetzungen|qualifikation(?:en)?|was du mitbring\w*|das bringst du mit.*|
        das bringen sie mit.*|(?:du|sie) (?:bringst|bringen).*mit|kenntnisse|wir (?:erwarten|suchen).*|muss|(?:was )?(?:dich|sie) (?:auszeichnet|ausmacht)|(?:damit )?überzeug\w+.*|(?:du|sie) passt?.*|
        requisitos|perfil|buscamos.*|qu[ée] (?:buscamos|pedimos|necesitas)|imprescindible|formación|conocimientos|experiencia|
        (?:votre |ton )?profil(?: recherché)?|compétences.*|exigences|prérequis|pré-requis|vous avez|formation|
        (?:ce que )?nous (?:recherchons|attendons).*|qualités|
        (?:o que )?(?:procuramos|buscamos|esperamos).*|qualificações|conhecimentos|obrigat[óo]ri[oa]s?|experiência|formação|
        आवश्यकताएँ|आवश्यकताएं|योग्यता|आवश्यक योग्यता|आवश्यक|अनिवार्य|कौशल|अनुभव""",
}


def _compiled(kind: SectionKind) -> str:
    return "".join(line.strip() for line in _PHRASES[kind].splitlines())


_ORDER: Final[tuple[SectionKind, ...]] = ("preferred", "offer", "duties", "required")
_ANYWHERE: Final = {
    kind: re.compile(rf"(?<!\w)(?:{_compiled(kind)})(?!\w)", re.I) for kind in _ORDER
}
_FRONT: Final = (
    r"(?:(?:key|our|your|the|main|core|other|basic|minimum|general|essential|technical|professional|personal|job|role|"
    r"position|candidate|required|necessary|strong|additional|some|and|&|allgemeine|fachliche|persönliche|formation|"
    r"principales|principais)\s){0,3}"
)
_BACK: Final = (
    r"(?:\s(?:(?:and|&|und|et|y|e|/|for|you|points|skills?|experience|qualifications?|requirements?|criteria|"
    r"competenc\w+|if|have|also|the|this|that|role|job|position|list|section|knowledge|training|to|has|we|"
    r"education|certifications?|package|benefits|perks|pay|rewards?|terms|conditions|details|erfahrung\w*|kenntnisse))){0,5}"
)
_OPEN: Final = (
    r"(?:(?:\s\S{1,20}){0,7}\s(?:you|if|have|also|for|bring|need|are|be|is|who|mit|wir|dir|ihnen|du|sie|vous|nous|avez|"
    r"tienes|eres|tem|você))?"
)
"""What may follow in a heading that no mark shows: it breaks off, and the list completes it."""
_WHOLE: Final = {
    kind: re.compile(rf"{_FRONT}(?:{_compiled(kind).replace('.*', _OPEN)}){_BACK}", re.I)
    for kind in _ORDER
}
_QUESTION: Final = re.compile(
    r"(?:what|why|how|where|who|was|warum|wie|wer|pourquoi|ce que|qu['’]est|qu[ée]|por qu[ée]|o que|quem)\s",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Heading:
    kind: SectionKind
    rank: int
    """How strongly it is marked; a weaker one of no known kind is a part of the section before it."""


def heading(line: str, *, before_items: bool) -> Heading | None:
    """What kind of section begins with this line; None: it is no heading. `before_items`: a list
    follows."""
    words = own_words(line) if len(line) <= LONGEST else ""
    count = len(words.split())
    if not words or count > MOST_WORDS or line.rstrip("*_ ").endswith((".", ",", ";", "!")):
        return None
    rank = _rank(line, words)
    if rank or (before_items and count <= 8):
        kind = kind_of(words)
        if kind is not None and not re.search(r"\d", words):
            return Heading(kind, rank)
        return Heading("other", rank) if rank or _is_bare(line, count) else None
    kinds = (kind for kind in _ORDER if _WHOLE[kind].fullmatch(words))
    kind = next(kinds, None)
    return None if kind is None else Heading(kind, 0)


def own_words(line: str) -> str:
    """The words of a line without marks around them."""
    joined = " ".join(line.split())
    signs = {char for char in joined if unicodedata.category(char)[0] not in "LMN"}
    return joined.strip("".join(signs))


def kind_of(words: str) -> SectionKind | None:
    """The kind of section that these words name somewhere."""
    return next((kind for kind in _ORDER if _ANYWHERE[kind].search(words)), None)


def _rank(line: str, words: str) -> int:
    """How strongly a line is marked as a heading: 0 for not at all."""
    bare = line.strip()
    if bare.startswith("#"):
        return 9 - min(6, len(bare) - len(bare.lstrip("#")))
    if bare.startswith(("**", "__")) and bare.rstrip(":").endswith(("**", "__")):
        return 2
    if words.isupper() and len(words) >= 4:
        return 2
    asks = _QUESTION.match(words) is not None and len(words.split()) <= 6
    return 1 if asks or bare.rstrip("*_ ").endswith(":") else 0


def _is_bare(line: str, count: int) -> bool:
    return count <= 6 and line.strip()[:1].isupper() and not re.search(r"\d", line)
