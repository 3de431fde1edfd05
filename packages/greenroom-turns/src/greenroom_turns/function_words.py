"""Words that are in every sentence and say little by themselves, in six languages. Data; the one list of them.

Two questions are asked of such a word. Is it *frequent*: does nearly every sentence of the language hold some of
its like, so that their share tells the language? Is it *empty*: has a quote that consists of its like said
nothing? A word of agreement ("yes", "gern", "vale") is not empty. `unfinished` of greenroom-turns asks a third one,
what needs another word after it, and has its words beside the others of turn-taking.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Words:
    frequent: frozenset[str]
    empty: frozenset[str]


def _language(both: str, frequent: str, empty: str) -> Words:
    """Each word of a language is written once."""
    shared = frozenset(both.split())
    return Words(shared.union(frequent.split()), shared.union(empty.split()))


WORDS: Final[Mapping[str, Words]] = {
    "en": _language(
        both="""
            a about all also am an and any are as at be been but by can could did do
            does for from had has have he her him his how i if in is it its me my of
            on or our she so some than that the their them then there these they this
            those to too us very was we were what when where which who will with would
            you your
        """,
        frequent="""
            after because before being doing done down during each few first get got
            here i'd i'll i'm i've im into it's just like made make many more most
            much no not now off once one only other out over own really same such
            that's through under until up wasn't we're we've while why work yes
        """,
        empty="""
            didn doesn don isn ll may might must re shall should ve wasn won
        """,
    ),
    "de": _language(
        both="""
            aber als am an auch auf aus bei das dass dem den der des die ein eine
            einem einen einer es für habe haben hat ich im in ist mein mit nach oder
            sich sie um und uns von war wie wir zu
        """,
        frequent="""
            dann er hatten meine nicht nur vor werden wurde
        """,
        empty="""
            alle bin bist da dein dich dir du euch hatte ihr kann mich mir sein sind
            so vom was wenn wer wird wo wäre würde zum zur über
        """,
    ),
    "es": _language(
        both="""
            al como con cuando de del donde el ellos en era es este esto fue hay la
            las le lo los me mi muy más nos o para pero por porque que se su sus un
            una y ya yo
        """,
        frequent="""
            a estaba había hasta no sin sobre también tenía teníamos todo
        """,
        empty="""
            algo desde e ella eres esa ese eso esta estoy está ha han he les mis puede
            puedo qué ser son te ti tu tus tú
        """,
    ),
    "fr": _language(
        both="""
            au aux avec ce cette dans des du elle en est et il je leur mais mon ne
            nous on ou par pas pour que qui sont sur très un une
        """,
        frequent="""
            avait avions c'est comme d'un d'une de j'ai l'équipe la le les ont plus se
            tout étaient était
        """,
        empty="""
            ai as avez c ces d elles eu ils j l lui m ma mes moi n notre où peut peux
            qu sa sans sera ses son suis t ta toi ton vos votre vous y à été être
        """,
    ),
    "hi": _language(
        both="""
            इस एक और कर का कि की के को जो तो था थी थे ने पर भी में मेरा मेरे मैं मैंने
            यह लिए वह से हम ही है हैं हो
        """,
        frequent="""
            अपने करने किया गया नहीं फिर बहुत मुझे हमने हमारे हमें
        """,
        empty="""
            आप आपका आपकी आपके उस गा गी गे तुम मेरी या ये रहा रही रहे वे हूँ हूं
        """,
    ),
    "pt": _language(
        both="""
            ao com da das do dos ele em eu foi há isso já mais mas meu minha muito na
            no nos não nós os ou pela pelo por que ser seu sua também tem um uma à
        """,
        frequent="""
            a as até como de e era estava fiz o para quando só tínhamos
        """,
        empty="""
            aos dela dele ela essa esse esta este lhe nas num numa posso pra se sem
            são tenho você vocês às é
        """,
    ),
}
FREQUENT: Final[Mapping[str, frozenset[str]]] = {
    tag: words.frequent for tag, words in WORDS.items()
}
FREQUENT_ENGLISH: Final = FREQUENT["en"]
EMPTY: Final[frozenset[str]] = frozenset().union(*(words.empty for words in WORDS.values()))
NEGATIONS: Final = frozenset(
    [
        "not",
        "no",
        "never",
        "nor",
        "neither",
        "cannot",
        "cant",
        "dont",
        "wont",
        "without",
        "hardly",
        "except",
        "unless",
        "nicht",
        "kein",
        "keine",
        "keinen",
        "keinem",
        "keiner",
        "nie",
        "niemals",
        "ohne",
        "kaum",
        "nunca",
        "jamás",
        "jamas",
        "tampoco",
        "sin",
        "ni",
        "ne",
        "pas",
        "jamais",
        "aucun",
        "aucune",
        "sans",
        "não",
        "nao",
        "sem",
        "nem",
        "नहीं",
        "ना",
        "न",
        "मत",
        "कभी",
        "बिना",
    ]
)
"""Words that turn a sentence round, in all these languages."""
