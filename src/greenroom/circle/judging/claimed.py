"""Words that tell of an agreement, or put words into the other's mouth, in six languages.

Data for `scan`. What one side says that the other has said or agreed to counts for nothing (`policy`):
what was really said stands in the words of who said it. Each pattern is one language's, lower case and
without the accents of Latin letters. A question ("did you agree?") is none, nor is consent of
one's own, thanks, or a closing word ("that is settled"). Before each pattern stand the words of which one at
least is in whatever it matches. Of filler words at most six in a row are looked over.
"""

from __future__ import annotations

from typing import Final

CLAIMED: Final = (
    (  # English
        "say|said|told|wrote|mentioned|promised|confirmed|agreed|wanted|wished|proposed|suggested|accepted"
        "|consented|settled|arranged|want|agree|accept|share|feel",
        r"as (?:you|we)(?:['’]ve)? (?:(?:yourself|both|just|already|rightly|have|had) ){0,6}"
        r"(?:say|said|told me|wrote|mentioned|promised|confirmed|agreed|wanted|wished|proposed|suggested)"
        r"|(?<!have )(?<!had )(?<!did )(?<!what )you(?:['’]ve)? "
        r"(?:(?:have|had|already|just|also|yourself|clearly|both|even|once|earlier|kindly) ){0,6}"
        r"(?:told me|agreed|accepted|confirmed|promised|consented|said (?:yes|so|that|you|we|i))"
        r"|we(?:['’]ve)? (?:(?:have|had|both|already|all|just|now|two) ){0,6}(?:agreed|confirmed|settled|arranged)"
        r"|i(?:['’]ve)? (?:(?:have|already|gladly|happily|then|just) ){0,6}accepted"
        r"|(?:great|glad|happy|nice|good|thrilled|delighted|wonderful|lovely|pleased) "
        r"(?:to (?:hear|see|know) )?(?:that )?you (?:(?:already|also|both) )?(?:want|agree|accept|share|feel the same)",
    ),
    (  # German
        "gesagt|geschrieben|erwahnt|versprochen|bestatigt|vorgeschlagen|vereinbart|besprochen|abgemacht"
        "|ausgemacht|sagtest|sagten|meintest|meinten|wolltest|wollten|zugesagt|zugestimmt|eingewilligt"
        "|geeinigt|willst|wollen|wollt|zustimmst|zustimmen|einverstanden|mochtest|mochten",
        r"wie (?:du|sie|ihr|wir) (?:(?:selbst|ja|schon|eben|vorhin|bereits|beide|auch) ){0,6}"
        r"(?:gesagt|geschrieben|erwahnt|versprochen|bestatigt|vorgeschlagen|vereinbart|besprochen|abgemacht"
        r"|ausgemacht|sagtest|sagten|meintest|meinten|wolltest|wollten)"
        r"|(?:du hast|sie haben|ihr habt) (?:(?:mir|schon|ja|doch|bereits|selbst|vorhin|eben|auch) ){0,6}"
        r"(?:gesagt|zugesagt|zugestimmt|versprochen|bestatigt|eingewilligt)"
        r"|(?:wir|beide) (?:\w+ ){0,4}(?:vereinbart|bestatigt|abgemacht|ausgemacht|geeinigt|zugesagt)"
        r"|ich habe (?:(?:schon|bereits|gern|ja|auch|dir|ihnen) ){0,6}(?:zugesagt|eingewilligt)"
        r"|(?:schon|gut|toll|freut mich|prima|wunderbar|super|froh),? dass (?:du|sie|ihr) (?:\w+ ){0,5}"
        r"(?:willst|wollen|wollt|zustimmst|zustimmen|einverstanden|mochtest|mochten)",
    ),
    (  # Spanish
        "dijiste|dijo|dijeron|mencionaste|prometiste|confirmaste|confirmamos|acordamos|quedamos|propusiste"
        "|querias|escribiste|aceptaste|dicho|confirmado|prometido|aceptado|acordado|acepte|quieras|quiera"
        "|quieran|aceptes|acuerdo",
        r"como (?:(?:tu|usted|ustedes|vosotros|los dos|ambos|ya|bien|mism[oa]|me) ){0,6}"
        r"(?:dijiste|dijo usted|dijeron|mencionaste|prometiste|confirmaste|confirmamos|acordamos|quedamos"
        r"|propusiste|querias|escribiste)"
        r"|(?:ya|tu|usted) (?:(?:me|lo|ya|mism[oa]|tambien) ){0,6}"
        r"(?:dijiste|aceptaste|confirmaste|prometiste|acordamos|quedamos|confirmamos)"
        r"|(?:me|lo) (?:has|habias) (?:dicho que|confirmado|prometido|aceptado)"
        r"|(?:los dos|ambos|nosotros|hemos|habiamos) (?:\w+ ){0,2}(?:confirmamos|acordamos|confirmado|acordado)"
        r"|quedamos en (?:vernos|que|encontrarnos|hablar|tomar|reunirnos)"
        r"|(?:y|ya|yo) (?:(?:lo|la|ya|he) ){0,6}(?:acepte|aceptado)"
        r"|(?:que bien|me alegra|me alegro de|genial|bueno|encantad[oa] de|estupendo) que (?:\w+ ){0,2}"
        r"(?:quieras|quiera|quieran|aceptes|estes de acuerdo)",
    ),
    (  # French
        "dit|ecrit|promis|confirme|propose|convenus?|decide|voulu|mentionne|accepte|consenti|accord"
        "|vouliez|veuilles|acceptiez|acceptes|soyez|sois",
        r"comme (?:vous|tu|nous|on) (?:l['’]|me l['’]|m['’]|en )?"
        r"(?:avez|avons|as|a|aviez|avais|avions) (?:[\w-]+ ){0,3}"
        r"(?:dit|ecrit|promis|confirme|propose|convenu|decide|voulu|mentionne)"
        r"|(?:vous|tu) (?:m['’]|l['’]|me l['’])?(?:avez|as|aviez|avais) "
        r"(?:(?:deja|bien|aussi|vous-meme|toi-meme|tous|tout) ){0,6}"
        r"(?:dit (?:que|oui)|promis|accepte|confirme|convenu|consenti)"
        r"|nous (?:avons|avions|sommes) (?:\w+ ){0,3}(?:confirme|convenus?|accepte|decide)"
        r"|on (?:a|est|s['’]est) (?:\w+ ){0,2}(?:confirme|convenu|decide|mis d['’]accord)"
        r"|j['’]ai (?:(?:deja|bien|volontiers|aussitot) ){0,6}accepte"
        r"|(?:ravie?|contente?|heureu(?:x|se)|bien|genial|super) que (?:vous|tu) (?:\w+ ){0,2}"
        r"(?:vouliez|veuilles|acceptiez|acceptes|soyez|sois)",
    ),
    (  # Portuguese
        "disse|disseste|falou|mencionou|prometeu|confirmou|confirmamos|combinamos|acertamos|propos"
        "|queria|concordou|combinou|acertou|aceitei|que",
        r"como (?:(?:voce|tu|nos|ambos|ja|bem|mesm[oa]|dois|me) ){0,6}"
        r"(?:disse|disseste|falou|mencionou|prometeu|confirmou|confirmamos|combinamos(?! bem)|acertamos|propos"
        r"|queria)"
        r"|(?:voce|tu) (?:(?:ja|me|mesm[oa]|tambem) ){0,6}"
        r"(?:disse que|disseste que|falou que|confirmou|prometeu|concordou)"
        r"|(?:nos|ambos|dois|ja|gente) (?:\w+ ){0,2}(?:confirmamos|combinamos|acertamos|combinou|acertou)"
        r"|combinamos (?:de|que)|eu (?:(?:ja|logo) ){0,6}aceitei"
        r"|(?:que bom|fico feliz|otimo|que otimo|ainda bem|legal) (?:em saber )?que (?:voce|tu) (?:\w+ ){0,2}"
        r"(?:quer|queira|aceit\w+|concord\w+)",
    ),
    (  # Hindi
        "कहा|बताया|लिखा|माना|चाहा|स्वीकार|वादा|हामी|सहमति|पक्की|पक्का|तय|सहमत|मान|चाहते|चाहती|राजी",
        r"जैसा (?:कि )?(?:आपने|तुमने|हमने) (?:\S+ ){0,3}?(?:कहा|बताया|लिखा|माना|चाहा)"
        r"|(?:आपने|तुमने) (?:\S+ ){0,3}?(?:कहा|बताया|माना|स्वीकार|वादा|हामी|सहमति)"
        r"|हम (?:दोनों|ने|सब) (?:\S+ ){0,4}?(?:पक्की|पक्का|तय|सहमत)"
        r"|मैं (?:\S+ )?मान गया|मैंने (?:\S+ ){0,2}?(?:स्वीकार|मान)"
        r"|(?:अच्छा|खुशी|अच्छी बात) (?:\S+ ){0,2}?कि (?:आप|तुम) (?:\S+ ){0,6}?(?:चाहते|चाहती|सहमत|राजी)",
    ),
)
