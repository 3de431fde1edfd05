"""What turns are, language by language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom_turns import Action, Hold, Spoken, decide, folding, language
from greenroom_turns.cause import TurnCause
from greenroom_turns.vocabulary import vocabulary_of

# kind of turn -> examples; `None` commands are answers that only sound like a request
ENGLISH = {
    "ack": "Okay. | yeah | O.K. | Uh-huh. | Mm-hmm | right, right | Got it! | I see | okay yeah sure"
    " | For sure. | No worries! | I know, I know | that makes a lot of sense | Okey-dokey. | no kidding"
    " | phew | I like that | not bad | No, good.",
    "speech": "Why not? | Seriously? | Is that right? | I can hear you. | right, but we | that's no good | no way | I like that job | not bad at all for a beginner | okay so I | my team | I knew that | no | wait | stop | I know them well"
    " | no worries about that",
    "stop": "stop | Wait! | no | hold on | yeah, wait a second | sorry, one second | okay hang on | hold it | let me finish",
    "thinking": "Give me a minute. | Let me think. | hmm, let me think about that | one second please"
    " | That's a good question, let me think for a moment | Just a moment. | um, I need a second"
    " | I worked in a shop. Let me think.",
    "not thinking": "The latency was one second | My manager let me think about the roadmap"
    " | We had a minute of downtime | okay | I think so",
    "done": "That's all. | I'm done | We shipped it on time, and that's my background."
    " | so yeah, that's it really | nothing else to add",
    "not done": "That's all wrong | I'm done with the tests when they pass | it is what we have",
    "yes": "yes | Yeah. | okay sure | mm-hmm | I do | yes, I have | right",
    "no": "no | Nope. | not really | no, I haven't | um, no",
    "neither": "hmm | I worked there for six years and then moved | maybe",
    "repeat": "could you repeat the question please | Repeat. | sorry, what was the question?"
    " | Can you say that again? | I didn't catch that | Pardon? | one more time please",
    "rephrase": "could you rephrase that | what do you mean? | I don't understand the question"
    " | can you put it differently | please clarify",
    "skip": "can we skip this one | Skip. | next question please | I'd rather not answer that"
    " | let's move on | I'll pass",
    "pause": "pause please | can we take a short break | Pause. | let's pause for a minute",
    "resume": "resume | I'm back | let's continue the interview | okay, I'm ready to continue",
    "go_on": "no, go on | go on | continue please | Carry on. | no no, keep going",
    "end": "let's end the interview | end the interview please | I want to stop here"
    " | can we finish the interview now | okay, goodbye",
    "None": "I repeat the deployment every week | we skip this one at night | stop"
    " | I paused the rollout | Let me explain. | I want to repeat that for the record | okay"
    " | I end every interview with a question | I can explain the question of trust we had then",
}
SPANISH = {
    "ack": "Sí. | vale | claro | ajá | ya veo | sí, sí, entiendo | okay | Sin duda. | No hay problema."
    " | lo sé, lo sé | ¡Qué bueno! | sí, claro, me parece bien | Órale. | te sigo | creo que sí",
    "speech": "sí, pero yo | bueno entonces mi equipo | no | espera | ya basta | lo sé por mi equipo"
    " | no hay problema con el servidor | creo que sí funcionó | me gusta programar",
    "stop": "para | espera un momento | no | sí, un segundo | perdón",
    "thinking": "Déjame pensar. | dame un minuto | un momento, por favor | eh, necesito un momento",
    "not thinking": "tardó un segundo | mi jefe me dio un minuto más de lo normal | vale",
    "done": "Eso es todo. | trabajé tres años allí, y nada más | esa es mi experiencia",
    "not done": "eso es todo un reto para mí | nada",
    "yes": "sí | claro que sí | sí, vale",
    "no": "no | todavía no | para nada",
    "neither": "eh | trabajo en Madrid desde hace años con mi equipo",
    "repeat": "¿Puede repetir la pregunta, por favor? | ¿cómo dice? | otra vez por favor",
    "rephrase": "¿podría reformular la pregunta? | no entiendo la pregunta | ¿qué quiere decir?",
    "skip": "¿podemos saltar esta pregunta? | siguiente pregunta | paso",
    "pause": "una pausa por favor | ¿podemos hacer una pausa?",
    "resume": "reanudar la entrevista | ya estoy de vuelta",
    "go_on": "no, siga | continúe por favor",
    "end": "quiero terminar la entrevista | terminar la entrevista por favor",
    "None": "quiero repetir que me gusta | repito el despliegue cada semana | doy un paso atrás",
}
FRENCH = {
    "ack": "Oui. | d'accord | d’accord | je vois | mm-hmm | oui oui, bien sûr | ouais | Pas de souci."
    " | Sans aucun doute. | je sais, je sais | C'est clair ! | ah d'accord, très intéressant | Tiens donc."
    " | vous avez raison",
    "speech": "oui mais je | d'accord donc mon équipe | non | attendez | pas de souci avec le client"
    " | je sais coder en Java | c'est clair que nous | sans doute une erreur",
    "stop": "stop | attendez | non | oui, une seconde | excusez-moi",
    "thinking": "Laissez-moi réfléchir. | donnez-moi une minute | un instant, s'il vous plaît | euh, je réfléchis",
    "not thinking": "cela a duré une minute | on m'a donné une minute de plus | oui",
    "done": "C'est tout. | j'ai travaillé là trois ans, voilà tout | c'est mon parcours | j'ai fini",
    "not done": "c'est tout un programme | rien",
    "yes": "oui | bien sûr | oui, tout à fait",
    "no": "non | pas vraiment | pas encore",
    "neither": "euh | je travaille à Lyon depuis plus de dix ans",
    "repeat": "Pouvez-vous répéter la question, s'il vous plaît ? | pardon, je n'ai pas entendu | comment ?",
    "rephrase": "pouvez-vous reformuler la question ? | je ne comprends pas la question | c'est-à-dire ?",
    "skip": "on peut passer cette question ? | question suivante | je passe",
    "pause": "une pause, s'il vous plaît | est-ce qu'on peut faire une pause ?",
    "resume": "je suis de retour | reprenons l'entretien",
    "go_on": "non, continuez | continuez s'il vous plaît",
    "end": "je voudrais terminer l'entretien | arrêtons l'entretien",
    "None": "je répète le déploiement chaque semaine | je veux répéter que j'aime ça | je passe mes journées à coder",
}
GERMAN = {
    "ack": "Ja. | genau | alles klar | mhm | ach so | ja ja, verstehe | okay | Kein Problem."
    " | Ohne Zweifel. | ich weiß, ich weiß | Da haben Sie recht. | ja klar, geht in Ordnung | Ach was!"
    " | ich denke schon",
    "speech": "ja aber ich | genau, und mein Team | nein | warte | kein Problem war größer als"
    " | ich weiß nicht | bestimmt fünf Jahre | ich denke schon lange",
    "stop": "Stopp | warten Sie | nein | ja, einen Moment | Entschuldigung",
    "thinking": "Lassen Sie mich kurz überlegen. | einen Moment bitte | geben Sie mir eine Minute | ähm, ich überlege noch",
    "not thinking": "es dauerte eine Minute | mein Chef gab mir einen Moment mehr | ja",
    "done": "Das ist alles. | ich war drei Jahre dort, und das war's | ich bin fertig",
    "not done": "das ist alles andere als leicht | nichts",
    "yes": "ja | klar | ja, genau",
    "no": "nein | noch nicht | nicht wirklich",
    "neither": "ähm | ich arbeite seit vielen Jahren in Köln mit meinem Team",
    "repeat": "Können Sie die Frage bitte wiederholen? | wie bitte? | noch einmal bitte",
    "rephrase": "können Sie die Frage anders formulieren | ich verstehe die Frage nicht | was meinen Sie damit",
    "skip": "können wir diese Frage überspringen | nächste Frage bitte | ich passe",
    "pause": "Pause bitte | können wir eine kurze Pause machen",
    "resume": "ich bin wieder da | setzen wir das Interview fort",
    "go_on": "nein, weiter | machen Sie bitte weiter | machen Sie weiter",
    "end": "ich möchte das Interview beenden | beenden wir das Gespräch bitte",
    "None": "ich wiederhole das Deployment jede Woche | ich möchte das wiederholen | ich passe gut in das Team",
}
HINDI = {
    "ack": "हाँ। | हां | जी | ठीक है | अच्छा | हाँ, ठीक है | theek hai | accha | कोई बात नहीं।"
    " | पक्का | मुझे पता है | एकदम सही! | जी बिल्कुल, समझ में आया | ekdum sahi | बहुत दिलचस्प",
    "speech": "हाँ लेकिन मैं | ठीक है तो मेरी टीम | नहीं | रुकिए | मुझे पता है कि टीम"
    " | कोई बात नहीं बनी | शायद पाँच साल",
    "stop": "रुकिए | रुको | नहीं | हाँ, एक मिनट | बस",
    "thinking": "मुझे सोचने दीजिए। | एक मिनट दीजिए | एक मिनट | मैं सोच रहा हूँ",
    "not thinking": "इसमें एक मिनट लगा | मुझे एक मिनट में जवाब मिला | हाँ",
    "done": "बस इतना ही। | मैंने वहाँ तीन साल काम किया, और कुछ नहीं | मेरा हो गया",
    "not done": "इतना ही समय था हमारे पास | कुछ",
    "yes": "हाँ | जी हाँ | हाँ, बिल्कुल",
    "no": "नहीं | जी नहीं | अभी नहीं",
    "neither": "हम्म | मैं दिल्ली में दस साल से एक टीम के साथ काम करता हूँ",
    "repeat": "क्या आप सवाल दोहरा सकते हैं? | कृपया फिर से बोलिए | सवाल क्या था?",
    "rephrase": "मुझे सवाल समझ नहीं आया | दूसरे शब्दों में पूछिए | कृपया समझाइए",
    "skip": "अगला सवाल | क्या हम इसे छोड़ सकते हैं | इसे छोड़ दीजिए",
    "pause": "क्या हम थोड़ा ब्रेक ले सकते हैं | ब्रेक चाहिए",
    "resume": "मैं वापस आ गया हूँ | फिर से शुरू करते हैं",
    "go_on": "नहीं, जारी रखिए | आगे बढ़िए",
    "end": "इंटरव्यू समाप्त करें | इंटरव्यू खत्म करते हैं",
    "None": "मैं हर हफ्ते डिप्लॉयमेंट दोहराता हूँ | मैंने वह काम छोड़ दिया | हाँ",
}
PORTUGUESE = {
    "ack": "Sim. | tá bom | claro | entendi | uhum | sim, sim, certo | pois é | Sem problemas."
    " | Você tem razão. | eu sei, eu sei | Que ótimo! | tudo bem, concordo | Caramba. | acho que sim",
    "speech": "sim mas eu | certo, então minha equipe | não | espera | eu sei programar"
    " | sem problemas com o cliente | acho que sim, mas nós | tem razão de ser",
    "stop": "pare | espere um pouco | não | sim, um segundo | desculpe",
    "thinking": "Deixa eu pensar. | me dá um minuto | só um momento, por favor | hum, preciso de um momento",
    "not thinking": "levou um minuto | meu chefe me deu um minuto a mais | tá",
    "done": "É isso. | trabalhei lá três anos, e é só isso | terminei",
    "not done": "é isso que eu faço | nada",
    "yes": "sim | claro | sim, com certeza",
    "no": "não | ainda não | acho que não",
    "neither": "hum | eu trabalho em Lisboa há mais de dez anos",
    "repeat": "Pode repetir a pergunta, por favor? | como? | mais uma vez por favor",
    "rephrase": "você pode reformular a pergunta? | não entendi a pergunta | o que quer dizer?",
    "skip": "podemos pular essa pergunta? | próxima pergunta | passo",
    "pause": "uma pausa por favor | podemos fazer uma pausa?",
    "resume": "estou de volta | vamos retomar a entrevista",
    "go_on": "não, continue | continue por favor",
    "end": "quero encerrar a entrevista | terminar a entrevista por favor",
    "None": "repito o deploy toda semana | quero repetir que gosto disso | dou um passo atrás",
}


TURNS = {
    "en": ENGLISH,
    "es": SPANISH,
    "fr": FRENCH,
    "de": GERMAN,
    "hi": HINDI,
    "pt": PORTUGUESE,
}


@pytest.mark.parametrize("lang", language.languages())
def test_turns_are_what_a_speaker_takes_them_for(lang: str) -> None:
    """Every example of the language; Hindi in both scripts."""
    judges = {
        "ack": lambda text: language.is_ack(text, lang),
        "speech": lambda text: not language.is_ack(text, lang),
        "stop": lambda text: language.stops(text, lang),
        "thinking": lambda text: language.thinking(text, lang),
        "not thinking": lambda text: not language.thinking(text, lang),
        "done": lambda text: language.done(text, lang),
        "not done": lambda text: not language.done(text, lang),
        "yes": lambda text: language.yes_no(text, lang) == "yes",
        "no": lambda text: language.yes_no(text, lang) == "no",
        "neither": lambda text: language.yes_no(text, lang) is None,
    }
    wrong = []
    for kind, examples in TURNS[lang].items():
        for text in examples.split(" | "):
            found = language.command(text, lang)
            right = judges[kind](text) if kind in judges else str(found) == kind
            if not right:
                wrong.append((kind, text, found))
    assert wrong == []


@pytest.mark.parametrize(
    ("lang", "agrees", "objects"),
    [
        ("en", "No worries.", "No, worries me."),
        ("es", "No hay problema.", "No, hay un problema."),
        ("fr", "Pas de souci.", "Non, un souci."),
        ("de", "Kein Problem.", "Nein, ein Problem."),
        ("hi", "कोई बात नहीं।", "नहीं, बात यह है"),
        ("pt", "Sem problemas.", "Não, com problemas."),
    ],
)
def test_a_no_problem_is_no_no(lang: str, agrees: str, objects: str) -> None:
    """Over the interviewer a backchannel that is worded as a denial is ignored; a denial stops (T1, T3)."""
    actions = [
        decide(Spoken(2_000, 2_600, text, True), (Hold(0, 500),), 2_800, None, lang).action
        for text in (agrees, objects)
    ]
    assert actions == [Action.IGNORE, Action.INTERRUPT]


def test_a_request_for_time_stops_the_interviewer() -> None:
    """ "Give me a second" over the interviewer need not be final, a recogniser is led to look for it, and
    it still asks for time (T3, F9)."""
    for said in ("give me a second", "give me a minute", "give me a moment"):
        decision = decide(Spoken(2_000, None, said), (Hold(0, 500),), 2_800)
        assert (decision.action, decision.cause) == (Action.INTERRUPT, TurnCause.STOP_WORD)
        assert language.thinking(said)
        assert said in language.phrases()
    assert (
        decide(Spoken(2_000, None, "Good me a second."), (Hold(0, 500),), 2_800).cause
        == "stop_word"
    )


@pytest.mark.parametrize("lang", language.languages())
def test_acks_never_stop(lang: str) -> None:
    """No language lists a whole-turn word as both an acknowledgement and a stop word."""
    vocabulary = vocabulary_of(lang)
    acks = [phrase for phrases in vocabulary.acks.by_first.values() for phrase in phrases]
    assert [phrase for phrase in acks if len(phrase) == 1 and vocabulary.stops.within(phrase)] == []


def test_unknown_language_is_served_in_english_and_says_so() -> None:
    """A language without lists gets the English ones, and a note that names it."""
    assert language.is_ack("okay", "nl")
    assert "'nl'" in (language.note("nl") or "")
    assert language.note("pt-BR") is None
    assert language.note("EN_us") is None


def test_devanagari_words_stay_whole() -> None:
    """Vowel signs and conjuncts belong to their word; the two spellings of a nukta are one."""
    assert folding.words("ठीक है, ज़रूर!") == folding.words("ठीक है ज\u093cरूर")
    assert len(folding.words("ठीक है, ज़रूर!")) == 3


@given(st.text(), st.one_of(st.sampled_from(language.languages()), st.text(max_size=8)))
def test_any_text_in_any_language(text: str, lang: str) -> None:
    """Every function is total and says the same of the same text."""
    for judge in (
        language.is_ack,
        language.may_become_ack,
        language.stops,
        language.thinking,
        language.command,
        language.done,
        language.yes_no,
        language.fillers,
    ):
        assert judge(text, lang) == judge(text, lang)
