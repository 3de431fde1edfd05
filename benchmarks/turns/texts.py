"""Languages that no recogniser on board understands, as text: what the words alone decide.

The phrases were written without the word lists at hand; they are not translations of one another.
"""

from __future__ import annotations

from benchmarks.turns.phrases import Role
from benchmarks.turns.scores import Share
from greenroom_turns.interruption import Action, Hold, decide
from greenroom_turns.language import thinking
from greenroom_turns.spoken import Spoken

PHRASES: dict[str, dict[Role, tuple[str, ...]]] = {
    "es": {
        Role.ACK: (
            *("Vale.", "Sí.", "Claro.", "Ajá.", "Entiendo.", "Ya.", "De acuerdo.", "Mmm."),
            *("Sí, sí.", "Claro que sí.", "Ah, vale.", "Perfecto.", "Ya veo.", "Muy bien."),
        ),
        Role.STOP: (
            *("Espera.", "Para.", "No.", "Un momento.", "Perdona.", "Espera un segundo."),
            *("Alto.", "Disculpe.", "Un segundo, por favor."),
        ),
        Role.MIXED: (
            "Sí, pero eso fue otro equipo.",
            "Vale, espera un momento.",
            "Claro, pero tengo una pregunta.",
        ),
        Role.ANSWER: ("Sí.", "Unos cinco años.", "Trabajé en Madrid con el equipo de pagos."),
        Role.THINKING: ("Déjame pensar.", "Dame un momento.", "Necesito un minuto."),
    },
    "fr": {
        Role.ACK: (
            *("Oui.", "D'accord.", "Ouais.", "Bien sûr.", "Hum hum.", "Je vois.", "Ok."),
            *("Oui, oui.", "Ah d'accord.", "Très bien.", "Exactement.", "Je comprends.", "Voilà."),
        ),
        Role.STOP: (
            *("Stop.", "Attendez.", "Non.", "Un instant.", "Attends.", "Une seconde."),
            *("Arrêtez.", "Excusez-moi.", "Attendez une minute."),
        ),
        Role.MIXED: (
            "Oui, mais c'était une autre équipe.",
            "D'accord, attendez une seconde.",
            "Oui mais j'ai une question.",
        ),
        Role.ANSWER: ("Oui.", "Environ cinq ans.", "J'ai dirigé l'équipe des paiements à Lyon."),
        Role.THINKING: (
            "Laissez-moi réfléchir.",
            "Donnez-moi une minute.",
            "Je dois réfléchir un instant.",
        ),
    },
    "de": {
        Role.ACK: (
            *("Ja.", "Okay.", "Genau.", "Mhm.", "Verstehe.", "Alles klar.", "Stimmt.", "Ach so."),
            *("Ja, ja.", "Ja, genau.", "Klar.", "Gut.", "Natürlich.", "Aha."),
        ),
        Role.STOP: (
            *("Stopp.", "Halt.", "Moment.", "Nein.", "Warten Sie.", "Einen Moment bitte."),
            *("Warte mal.", "Entschuldigung.", "Moment mal."),
        ),
        Role.MIXED: (
            "Ja, aber das war ein anderes Team.",
            "Okay, Moment mal.",
            "Genau, aber ich habe eine Frage.",
        ),
        Role.ANSWER: ("Ja.", "Ungefähr fünf Jahre.", "Ich habe in Köln das Bezahlteam geleitet."),
        Role.THINKING: (
            "Lassen Sie mich kurz nachdenken.",
            "Geben Sie mir eine Minute.",
            "Da muss ich überlegen.",
        ),
    },
    "hi": {
        Role.ACK: (
            *("हाँ।", "जी।", "ठीक है।", "अच्छा।", "हम्म।", "जी हाँ।", "समझ गया।", "सही है।"),
            *("हाँ हाँ।", "अच्छा अच्छा।", "बिल्कुल।", "ओके।"),
        ),
        Role.STOP: (
            *("रुको।", "रुकिए।", "नहीं।", "एक मिनट।", "ठहरिए।", "एक सेकंड।"),
            *("माफ़ कीजिए।", "ज़रा रुकिए।", "बस।"),
        ),
        Role.MIXED: (
            "हाँ, लेकिन वह दूसरी टीम थी।",
            "ठीक है, एक मिनट रुकिए।",
            "हाँ, पर मेरा एक सवाल है।",
        ),
        Role.ANSWER: ("हाँ।", "लगभग पाँच साल।", "मैंने दिल्ली में पेमेंट टीम संभाली थी।"),
        Role.THINKING: ("मुझे सोचने दीजिए।", "एक मिनट दीजिए।", "मुझे थोड़ा समय चाहिए।"),
    },
    "pt": {
        Role.ACK: (
            *("Sim.", "Tá.", "Certo.", "Claro.", "Entendi.", "Ok.", "Aham.", "Tá bom."),
            *("Sim, sim.", "Isso.", "Com certeza.", "Beleza.", "Ah, sim.", "Muito bem."),
        ),
        Role.STOP: (
            *("Espera.", "Pare.", "Não.", "Um momento.", "Um segundo.", "Peraí."),
            *("Com licença.", "Espere um pouco.", "Desculpe."),
        ),
        Role.MIXED: (
            "Sim, mas isso foi outra equipe.",
            "Tá, espera um pouco.",
            "Claro, mas tenho uma pergunta.",
        ),
        Role.ANSWER: ("Sim.", "Uns cinco anos.", "Eu liderei a equipe de pagamentos em Lisboa."),
        Role.THINKING: ("Deixa eu pensar.", "Me dá um minuto.", "Preciso de um momento."),
    },
}

SPEAKING = Hold(0, 500)
SILENT = Hold(0, 500, 4_000)
SAID = (5_000, 5_800, 6_000)
"""When it began, when it ended, and when its words are known; milliseconds."""


def right(role: Role, text: str, language: str) -> bool:
    began_ms, ended_ms, now_ms = SAID
    over = role in (Role.ACK, Role.STOP, Role.MIXED)
    spoken = Spoken(began_ms, ended_ms, text, final=True)
    decided = decide(spoken, (SPEAKING if over else SILENT,), now_ms, "open", language).action
    match role:
        case Role.ACK:
            return decided is Action.IGNORE
        case Role.STOP | Role.MIXED:
            return decided is Action.INTERRUPT
        case Role.THINKING:
            return decided is Action.ANSWER and thinking(text, language)
        case _:
            return decided is Action.ANSWER


def counted_words(role: Role, text: str, least: int) -> bool:
    """The same by a minimum of words alone, which holds only while the interviewer speaks."""
    interrupts = len(text.split()) >= least
    return not interrupts if role is Role.ACK else interrupts


def wrong() -> list[str]:
    return [
        f"{language} {role}: {text}"
        for language, roles in PHRASES.items()
        for role, texts in roles.items()
        for text in texts
        if not right(role, text, language)
    ]


def table() -> str:
    lines = [
        "| | acks ignored | by min_words=2 | stops and mixed heard | by min_words=2 "
        "| answers kept | requests for time understood |",
        "|---|---|---|---|---|---|---|",
    ]
    for language, roles in PHRASES.items():
        over = {role: roles[role] for role in (Role.ACK, Role.STOP, Role.MIXED)}
        calls = [(role, text) for role in (Role.STOP, Role.MIXED) for text in over[role]]
        acks = over[Role.ACK]
        cells = (
            Share(sum(right(Role.ACK, text, language) for text in acks), len(acks)),
            Share(sum(counted_words(Role.ACK, text, 2) for text in acks), len(acks)),
            Share(sum(right(role, text, language) for role, text in calls), len(calls)),
            Share(sum(counted_words(role, text, 2) for role, text in calls), len(calls)),
            *(
                Share(sum(right(role, text, language) for text in roles[role]), len(roles[role]))
                for role in (Role.ANSWER, Role.THINKING)
            ),
        )
        lines.append(f"| {language} | " + " | ".join(f"{c.hits}/{c.count}" for c in cells) + " |")
    return "\n".join(lines)
