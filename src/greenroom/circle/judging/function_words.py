"""Words that say nothing by themselves, and words that turn a sentence round, in six languages.

Data for `quoted`. A word of agreement ("yes", "gern", "vale") is none of these: it says something.
"""

from __future__ import annotations

from typing import Final

_FUNCTION = (
    # English
    "a about all also am an and any are as at be been but by can could did didn do does doesn don "
    "for from had has have he her him his how i if in is isn it its ll may me might must my of on "
    "or our re shall she should so some than that the their them then there these they this those "
    "to too us ve very was wasn we were what when where which who will with won would you your "
    # German
    "aber alle als am an auch auf aus bei bin bist da das dass dein dem den der des die dir dich du "
    "ein eine einem einen einer es euch für habe haben hat hatte ich ihr im in ist kann mein mich "
    "mir mit nach oder sein sich sie sind so und uns vom von war was wenn wer wie wir wird wo wäre "
    "würde zu zum zur über um "
    # Spanish
    "al algo como con cuando de del desde donde e el ella ellos en era eres es esa ese eso esta "
    "este esto estoy está fue ha han hay he la las le les lo los me mi mis muy más nos o para pero "
    "por porque puede puedo que qué se ser son su sus te ti tu tus tú un una y ya yo "
    # French
    "au aux avec ai as avez c ce ces cette d dans des du elle elles en est et eu il ils j je l leur "
    "lui m ma mais mes moi mon n ne notre nous on ou où par pas peut peux pour qu que qui sa sans "
    "sera ses son sont suis sur t ta toi ton très un une vos votre vous y à été être "
    # Portuguese
    "ao aos com da das dele dela do dos ela ele em essa esse esta este eu foi há isso já lhe mas "
    "mais meu minha muito na nas no nos não nós num numa os ou pela pelo por posso pra que são se "
    "sem ser seu sua também tem tenho um uma você vocês às à é "
    # Hindi
    "और का की के को में से पर है हैं हो था थी थे यह वह ये वे मैं मैंने हम आप तुम मेरा मेरी मेरे आपका "
    "आपकी आपके ने भी ही तो कि जो या एक इस उस कर रहा रही रहे गा गी गे हूँ हूं लिए"
)
_NEGATIONS = (
    "not no never nor neither cannot cant dont wont without hardly except unless "
    "nicht kein keine keinen keinem keiner nie niemals ohne kaum "
    "nunca jamás jamas tampoco sin ni ne pas jamais aucun aucune sans não nao sem nem "
    "नहीं ना न मत कभी बिना"
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FUNCTION_WORDS: Final = _words(_FUNCTION)
NEGATIONS: Final = _words(_NEGATIONS)
