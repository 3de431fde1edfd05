"""The few sentences that belong to no plan. A plan's own words always come first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Phrases:
    received: tuple[str, ...]
    """Short thanks for an answer, true of any (rules 1)."""
    neutral: tuple[str, ...]
    """The same for rules 2: enough that each comes seldom."""
    reprompt: tuple[str, ...]
    thinking: tuple[str, ...]
    paused: str
    resumed: str
    welcome_back: str
    repeat: str
    other_words: str
    same_words: str
    heard: str
    """Takes `{summary}`."""
    skipped: str
    ramble: str
    full: str
    """The record of this interview holds no more."""
    good_bye: str
    short_good_bye: str
    early_good_bye: str
    after_interruption: str
    take_care: str
    """At the end, to somebody who told of distress."""


ENGLISH = Phrases(
    received=("Thank you.", "I see.", "All right.", "Got it.", "Understood."),
    neutral=(
        "Thank you.",
        "I see.",
        "All right.",
        "Okay.",
        "Thanks.",
        "Right.",
        "Okay, thank you.",
        "Thanks for that.",
        "All right, thank you.",
        "Thank you for that.",
        "Right, thanks.",
        "Right, thank you.",
        "Okay, thanks for that.",
    ),
    reprompt=(
        "Take your time. Whenever you are ready, I am listening.",
        "There is no hurry. Start wherever you like.",
        "I am still here. Begin with whatever comes to mind first.",
    ),
    thinking=("Of course. Take your time.",),
    paused="We are paused. Say go on when you are ready.",
    resumed="Let's go on.",
    welcome_back="Welcome back.",
    repeat="Of course.",
    other_words="Let me put it another way.",
    same_words="I can only say it in the same words.",
    heard="Based on what I heard, you said: {summary}.",
    skipped="All right, we leave that.",
    ramble="Let me stop you here for a moment, so that we get to everything.",
    full="The record of this interview is full, so we have to stop here. Everything up to now is kept.",
    good_bye="Thank you for your time. {remark} Good-bye.",
    short_good_bye="Thank you, and good-bye.",
    early_good_bye="All right, we stop here. Thank you for your time. {remark} Good-bye.",
    after_interruption="I was about to ask something.",
    take_care="Please take good care of yourself.",
)


SPANISH = Phrases(
    received=("Gracias.", "Entiendo.", "De acuerdo.", "Muy bien.", "Comprendo."),
    neutral=(
        "Gracias.",
        "De acuerdo.",
        "Entiendo.",
        "Vale.",
        "Bien, gracias.",
        "De acuerdo, gracias.",
        "Muchas gracias.",
        "Gracias por contármelo.",
        "Entiendo, gracias.",
        "Bien.",
        "Vale, gracias.",
        "Gracias por su respuesta.",
        "Bueno, gracias.",
    ),
    reprompt=(
        "Tómese su tiempo. Cuando quiera, le escucho.",
        "No hay prisa. Empiece por donde prefiera.",
        "Sigo aquí. Empiece por lo primero que le venga a la cabeza.",
    ),
    thinking=("Por supuesto. Tómese su tiempo.",),
    paused="Estamos en pausa. Diga continuar cuando quiera seguir.",
    resumed="Sigamos.",
    welcome_back="Bienvenido de nuevo.",
    repeat="Por supuesto.",
    other_words="Se lo digo de otra manera.",
    same_words="Solo puedo decirlo con las mismas palabras.",
    heard="Por lo que he oído, usted dijo: {summary}.",
    skipped="De acuerdo, lo dejamos.",
    ramble="Permítame detenerle un momento, para que lleguemos a todo.",
    full="El registro de esta entrevista está lleno, así que tenemos que parar aquí. Todo lo dicho hasta ahora queda guardado.",
    good_bye="Gracias por su tiempo. {remark} Hasta pronto.",
    short_good_bye="Gracias, y hasta pronto.",
    early_good_bye="De acuerdo, lo dejamos aquí. Gracias por su tiempo. {remark} Hasta pronto.",
    after_interruption="Iba a preguntarle algo.",
    take_care="Cuídese mucho, por favor.",
)

FRENCH = Phrases(
    received=("Merci.", "Je vois.", "D'accord.", "Très bien.", "Je comprends."),
    neutral=(
        "Merci.",
        "D'accord.",
        "Je vois.",
        "Bien.",
        "D'accord, merci.",
        "Je vois, merci.",
        "Merci bien.",
        "Bien, merci.",
        "Merci pour votre réponse.",
        "Merci de me l'avoir dit.",
        "Entendu.",
        "Entendu, merci.",
        "Bon, merci.",
    ),
    reprompt=(
        "Prenez votre temps. Quand vous voudrez, je vous écoute.",
        "Rien ne presse. Commencez par où vous voulez.",
        "Je suis toujours là. Commencez par la première idée qui vous vient.",
    ),
    thinking=("Bien sûr. Prenez votre temps.",),
    paused="Nous sommes en pause. Dites continuer quand vous serez prêt.",
    resumed="Continuons.",
    welcome_back="Heureux de vous retrouver.",
    repeat="Bien sûr.",
    other_words="Je le dis autrement.",
    same_words="Je ne peux le dire qu'avec les mêmes mots.",
    heard="D'après ce que j'ai entendu, vous avez dit : {summary}.",
    skipped="Très bien, nous laissons cela.",
    ramble="Permettez-moi de vous arrêter un instant, pour que nous puissions tout aborder.",
    full="Le compte rendu de cet entretien est plein, nous devons donc nous arrêter ici. Tout ce qui a été dit est conservé.",
    good_bye="Merci pour votre temps. {remark} Au revoir.",
    short_good_bye="Merci, et au revoir.",
    early_good_bye="Très bien, nous nous arrêtons ici. Merci pour votre temps. {remark} Au revoir.",
    after_interruption="J'allais vous poser une question.",
    take_care="Prenez bien soin de vous.",
)

GERMAN = Phrases(
    received=("Danke.", "Ich verstehe.", "In Ordnung.", "Gut.", "Verstanden."),
    neutral=(
        "Danke.",
        "In Ordnung.",
        "Gut.",
        "Gut, danke.",
        "Vielen Dank.",
        "In Ordnung, danke.",
        "Danke für Ihre Antwort.",
        "Alles klar.",
        "Alles klar, danke.",
        "Danke schön.",
        "Danke Ihnen.",
        "Ich verstehe.",
        "Ist notiert, danke.",
    ),
    reprompt=(
        "Lassen Sie sich Zeit. Wenn Sie so weit sind, höre ich zu.",
        "Es eilt nicht. Beginnen Sie, wo Sie möchten.",
        "Ich bin noch da. Beginnen Sie mit dem, was Ihnen zuerst einfällt.",
    ),
    thinking=("Natürlich. Lassen Sie sich Zeit.",),
    paused="Wir machen eine Pause. Sagen Sie weiter, wenn Sie so weit sind.",
    resumed="Dann geht es weiter.",
    welcome_back="Willkommen zurück.",
    repeat="Gern.",
    other_words="Ich sage es anders.",
    same_words="Ich kann es nur mit denselben Worten sagen.",
    heard="So habe ich Sie verstanden: {summary}.",
    skipped="Gut, das lassen wir.",
    ramble="Hier unterbreche ich Sie kurz, damit wir zu allem kommen.",
    full="Das Protokoll dieses Gesprächs ist voll, deshalb hören wir hier auf. Alles bis hierher ist gespeichert.",
    good_bye="Vielen Dank für Ihre Zeit. {remark} Auf Wiederhören.",
    short_good_bye="Vielen Dank und auf Wiederhören.",
    early_good_bye="Gut, wir hören hier auf. Danke für Ihre Zeit. {remark} Auf Wiederhören.",
    after_interruption="Ich wollte gerade etwas fragen.",
    take_care="Bitte geben Sie gut auf sich acht.",
)

HINDI = Phrases(
    received=("धन्यवाद।", "समझ गया।", "ठीक है।", "अच्छा।", "जी।"),
    neutral=(
        "धन्यवाद।",
        "ठीक है।",
        "अच्छा।",
        "जी।",
        "ठीक है, धन्यवाद।",
        "अच्छा, धन्यवाद।",
        "जी, धन्यवाद।",
        "बहुत धन्यवाद।",
        "शुक्रिया।",
        "ठीक है, शुक्रिया।",
        "जी, ठीक है।",
        "जवाब के लिए धन्यवाद।",
        "अच्छा, ठीक है।",
    ),
    reprompt=(
        "आराम से सोचिए। जब आप तैयार हों, मैं सुन रहा हूँ।",
        "कोई जल्दी नहीं है। जहाँ से चाहें, वहाँ से शुरू कीजिए।",
        "मैं यहीं हूँ। जो बात सबसे पहले मन में आए, उसी से शुरू कीजिए।",
    ),
    thinking=("ज़रूर। आराम से सोचिए।",),
    paused="हम रुके हुए हैं। जब आप तैयार हों, तब कहिए: आगे बढ़ें।",
    resumed="चलिए, आगे बढ़ते हैं।",
    welcome_back="फिर से स्वागत है।",
    repeat="ज़रूर।",
    other_words="मैं इसे दूसरे शब्दों में पूछता हूँ।",
    same_words="मैं इसे इन्हीं शब्दों में पूछ सकता हूँ।",
    heard="मैंने जो सुना, उसके अनुसार आपने कहा: {summary}।",
    skipped="ठीक है, इसे छोड़ देते हैं।",
    ramble="मैं आपको यहाँ थोड़ा रोकता हूँ, ताकि हम सब बातों तक पहुँच सकें।",
    full="इस साक्षात्कार का रिकॉर्ड भर गया है, इसलिए हमें यहीं रुकना होगा। अब तक की सारी बातें सुरक्षित हैं।",
    good_bye="आपके समय के लिए धन्यवाद। {remark} नमस्ते।",
    short_good_bye="धन्यवाद, और नमस्ते।",
    early_good_bye="ठीक है, हम यहीं रुकते हैं। आपके समय के लिए धन्यवाद। {remark} नमस्ते।",
    after_interruption="मैं कुछ पूछने वाला था।",
    take_care="कृपया अपना ध्यान रखिए।",
)

PORTUGUESE = Phrases(
    received=("Obrigado.", "Entendo.", "Certo.", "Muito bem.", "Compreendo."),
    neutral=(
        "Obrigado.",
        "Certo.",
        "Entendo.",
        "Está bem.",
        "Certo, obrigado.",
        "Entendo, obrigado.",
        "Está bem, obrigado.",
        "Muito obrigado.",
        "Obrigado pela resposta.",
        "Bom, obrigado.",
        "Tudo bem.",
        "Tudo bem, obrigado.",
        "Obrigado por contar.",
    ),
    reprompt=(
        "Leve o tempo que precisar. Quando quiser, estou ouvindo.",
        "Não há pressa. Comece por onde preferir.",
        "Continuo aqui. Comece pela primeira coisa que lhe vier à cabeça.",
    ),
    thinking=("Claro. Leve o tempo que precisar.",),
    paused="Estamos em pausa. Diga continuar quando quiser seguir.",
    resumed="Vamos continuar.",
    welcome_back="Que bom ter você de volta.",
    repeat="Claro.",
    other_words="Vou dizer de outra forma.",
    same_words="Só posso dizer com as mesmas palavras.",
    heard="Pelo que ouvi, você disse: {summary}.",
    skipped="Tudo bem, deixamos isso.",
    ramble="Permita-me interromper por um momento, para conseguirmos chegar a tudo.",
    full="O registro desta entrevista está cheio, por isso temos de parar aqui. Tudo o que foi dito até agora está guardado.",
    good_bye="Obrigado pelo seu tempo. {remark} Até logo.",
    short_good_bye="Obrigado, e até logo.",
    early_good_bye="Tudo bem, paramos por aqui. Obrigado pelo seu tempo. {remark} Até logo.",
    after_interruption="Eu ia fazer uma pergunta.",
    take_care="Cuide-se bem, por favor.",
)

_BY_LANGUAGE: Final[Mapping[str, Phrases]] = {
    "en": ENGLISH,
    "es": SPANISH,
    "fr": FRENCH,
    "de": GERMAN,
    "hi": HINDI,
    "pt": PORTUGUESE,
}


def phrases(language: str) -> Phrases:
    """The phrases of a language that a plan may have (`app.plans` admits no other)."""
    return _BY_LANGUAGE[language]
