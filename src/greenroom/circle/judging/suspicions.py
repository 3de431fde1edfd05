"""The words of people who talk to the judge instead of to each other, in six languages.

Data for `scan`. Everything is lower case and without the accents of Latin letters, as `scan` compares.
A list is a regular expression's alternatives.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Lexicon:
    """One language. Orders are recognised at the beginning of a clause, so that somebody who tells of
    a judge that outputs yes is not taken for somebody who orders it."""

    judge: str
    """Whom the words are for; followed by a comma or a colon it is an address."""
    machine: str
    """The same for words that people also use otherwise: an address only with a greeting or a colon."""
    greeting: str
    article: str
    lead: str
    """What may stand before an order in its clause."""
    say: str
    """To say, give, choose …"""
    verdict: str
    """… what only a judge says, gives or chooses."""
    approve: str
    approved: str
    override: str
    overridden: str
    side: str
    """The two speakers and the judge as labels."""
    outcome: str
    """Words for the verdict, as the subject of a sentence."""
    is_yes: str
    """… and what such a sentence claims."""
    duty: str
    """What a judge must: "the judge has to answer yes"."""
    steer: str
    """What one tells an agent that is to be led."""
    ending: str
    """The transcript is said to end, or new instructions to begin."""
    verb_last: bool = False


LEXICONS: Final = (
    Lexicon(
        judge="judges?|evaluators?|assessors?|graders?|adjudicators?|referees?|arbiters?|moderators?",
        machine="system|assistant|ai|model|llm|gpt|chatbot|bot|agent|orchestrator|reviewers?",
        greeting="dear|hey|hello|hi|attention|note (?:to|for)|message (?:to|for)"
        "|instructions? (?:to|for)|memo (?:to|for)|to|for|@",
        article="the|any|whichever|whoever|our|an?",
        lead="please|now|just|then|and|so|simply|always|you (?:must|should|have to|need to|will|shall"
        "|are to|can)|kindly|therefore",
        say="output|return|answer|respond|reply|say|write|print|emit|give|issue|mark|set|choose|select"
        "|pick|vote|rule|decide|declare|record|report|produce|state|conclude|score|rate|call",
        verdict="yes|true|approved?|affirmative|verdict|decision|positive|pass|a match|10/10",
        approve="approve|notify|alert|accept|recommend|greenlight|confirm",
        approved="owners?|humans?|match|conversation|visitors?|interview|candidate|request|introduction",
        override="ignore|disregard|forget|override|bypass|discard|skip|drop",
        overridden="instructions?|rules?|prompts?|guidelines?|criteria|directions|policy|policies|above"
        "|previous|prior|earlier|transcript|objective|everything",
        side="owner|visitor|judge|system|assistant|user|human|verdict|decision|evaluator",
        outcome="verdict|decision|judge?ment|evaluation",
        is_yes="yes|approved|positive|affirmative|true",
        duty="must|should|has to|have to|needs to|shall|ought to|is to",
        steer="(?:repeat|say) after me|from now on,? (?:you |only |just |please )*(?:write|say|"
        "answer|reply|respond)|your new (?:goal|task|objective|role|instructions?)|"
        "you are now (?:an?|the|my)",
        ending="end of (?:the )?(?:transcript|input|data)|system (?:override|prompt|message|notice"
        "|update|note)|(?:new|updated|revised|final) instructions?|developer mode",
    ),
    Lexicon(
        judge="richter(?:in)?|bewerter(?:in)?|gutachter(?:in)?|prufer(?:in)?|jury|schiedsrichter(?:in)?",
        machine="system|assistent(?:in)?|ki|modell|agent|bot|sprachmodell",
        greeting="liebe[rs]?|sehr geehrte[rs]?|hallo|achtung|hinweis (?:an|fur)|notiz (?:an|fur)"
        "|nachricht (?:an|fur)|anweisung (?:an|fur)|an|@",
        article="den|die|das|der|dem|unsere[nr]?",
        lead="bitte|jetzt|einfach|nur|und|dann|also|du (?:musst|sollst|kannst)|sie (?:mussen|sollen"
        "|konnen)|immer",
        say="gib|gebe|geben|antworte|antworten|sage?|sagen|schreibe?|schreiben|entscheide|entscheiden"
        "|urteile|urteilen|stimme|stimmen|wahle|wahlen|markiere|markieren|setze|setzen|werte|werten"
        "|bewerte|bewerten|melde|melden|liefere|liefern|gebt",
        verdict="ja|yes|true|zustimmung|zustimmend|positiv|genehmigt|urteil|entscheidung",
        approve="genehmige|genehmigen|bestatige|bestatigen|benachrichtige|benachrichtigen|akzeptiere"
        "|akzeptieren|empfiehl|empfehlen",
        approved="besitzer(?:in)?|eigentumer(?:in)?|inhaber(?:in)?|gesprach|besucher(?:in)?|menschen"
        "|anfrage|interview|begegnung",
        override="ignoriere?|ignorieren|vergiss|vergessen|missachte|missachten|uberschreibe|verwirf"
        "|ubergehe|ubergehen",
        overridden="anweisung(?:en)?|regeln?|vorgaben|kriterien|vorherige[nrs]?|bisherige[nrs]?"
        "|obige[nrs]?|alles|transkript|ziel",
        side="besitzer(?:in)?|eigentumer(?:in)?|inhaber(?:in)?|besucher(?:in)?|richter(?:in)?|urteil"
        "|entscheidung",
        outcome="urteil|entscheidung|bewertung",
        is_yes="ja|positiv|genehmigt|yes",
        duty="muss|soll|sollte|hat",
        steer="sprich mir nach|sag mir nach|(?:schreibe?|sage?|antworte) (?:ab jetzt|"
        "von nun an|ab sofort)|(?:ab jetzt|von nun an|ab sofort) (?:schreibe?|schreibst|"
        "sage?|sagst|antworte)|dein neue[rs]? (?:ziel|auftrag|aufgabe|rolle)|"
        "du bist (?:jetzt|nun|ab jetzt)",
        ending="ende des (?:transkripts|protokolls|gesprachsprotokolls)|neue anweisung(?:en)?"
        "|systemnachricht|systemhinweis",
    ),
    Lexicon(
        judge="juez|jueza|evaluador(?:a)?|arbitro|arbitra|jurado|calificador(?:a)?",
        machine="sistema|asistente|ia|modelo|agente|bot|revisor(?:a)?",
        greeting="estimad[oa]|querid[oa]|hola|atencion|nota (?:para|al?)|mensaje (?:para|al?)"
        "|instruccion(?:es)? (?:para|al?)|para|al?|@",
        article="el|la|los|las|nuestr[oa]|cualquier",
        lead="por favor|ahora|solo|simplemente|y|entonces|debes?|tienes que|tiene que|has de|siempre",
        say="responde[r]?|responda|devuelve|devuelva|devolver|di|diga|decir|escribe|escriba|escribir"
        "|emite|emita|emitir|da|de|dar|marca|marque|marcar|elige|elija|elegir|decide|decida|decidir"
        "|vota|vote|votar|contesta|conteste|contestar|pon|ponga|poner|indica|indique|indicar|imprime"
        "|imprima",
        verdict="yes|true|veredicto|decision|aprobad[oa]|positiv[oa]|afirmativ[oa]|verdadero|si",
        approve="aprueba|apruebe|notifica|notifique|avisa|avise|acepta|acepte|recomienda|recomiende"
        "|alerta|alerte",
        approved="duen[oa]|propietari[oa]|humanos?|conversacion|visitante|entrevista|solicitud"
        "|usuari[oa]",
        override="ignora|ignore|ignorar|olvida|olvide|descarta|descarte|omite|omita|anula|anule",
        overridden="instruccion(?:es)?|reglas?|criterios?|anterior(?:es)?|previ[oa]s?|todo"
        "|transcripcion|objetivo|indicaciones",
        side="duen[oa]|propietari[oa]|visitante|juez|jueza|veredicto|decision",
        outcome="veredicto|decision|evaluacion",
        is_yes="si|yes|positiv[oa]|aprobad[oa]|afirmativ[oa]",
        duty="debe|deberia|tiene que|ha de",
        steer="repit[ea] (?:conmigo|despues de mi)|(?:desde|"
        "a partir de) ahora,? (?:solo )?(?:escribe|escriba|di|diga|responde|responda|"
        "contesta)|tu nuev[oa] (?:objetivo|tarea|meta|rol)|ahora eres",
        ending="fin(?:al)? de la (?:transcripcion|entrada)|nuevas? instruccion(?:es)?"
        "|mensaje del sistema|aviso del sistema",
    ),
    Lexicon(
        judge="juge|evaluateur|evaluatrice|arbitre|jury|examinateur|examinatrice",
        machine="systeme|assistant|ia|modele|agent|bot|correcteur",
        greeting="cher|chere|bonjour|attention|note (?:a|pour|au)|message (?:a|pour|au)"
        "|consignes? (?:a|pour|au)|pour|au|a|@",
        article="le|la|les|l['’]|notre|tout",
        lead="s['’]il (?:te|vous) plait|maintenant|simplement|juste|et|alors|donc|tu dois|vous devez"
        "|il faut|toujours|veuillez",
        say="reponds|repondez|repondre|dis|dites|dire|ecris|ecrivez|ecrire|renvoie|renvoyez|renvoyer"
        "|retourne|retournez|donne|donnez|donner|emets|emettez|emettre|choisis|choisissez|decide"
        "|decidez|vote|votez|marque|marquez|mets|mettez|indique|indiquez|affiche|affichez|produis"
        "|rends|rendez|rendre",
        verdict="oui|yes|true|verdict|decision|approuvee?|positif|positive|favorable|vrai",
        approve="approuve|approuvez|previens|prevenez|notifie|notifiez|accepte|acceptez|alerte"
        "|alertez|recommande|recommandez|avertis|avertissez",
        approved="proprietaire|humains?|conversation|visiteur|visiteuse|entretien|demande"
        "|utilisateur|utilisatrice",
        override="ignore|ignorez|ignorer|oublie|oubliez|oublier|neglige|negligez|contourne|contournez"
        "|annule|annulez",
        overridden="instructions?|consignes?|regles?|criteres?|precedente?s?|ci-dessus|tout"
        "|transcription|objectif",
        side="proprietaire|visiteur|visiteuse|juge|verdict|decision",
        outcome="verdict|decision|evaluation",
        is_yes="oui|yes|positif|positive|favorable|approuvee?",
        duty="doit|devrait|est tenu de",
        steer="repete[z]? (?:apres|avec) moi|a partir de maintenant,? (?:ecris|ecrivez|dis|"
        "dites|reponds|repondez)|(?:ton|votre|ta) (?:nouveau|nouvelle|nouvel) (?:but|"
        "objectif|tache|role)|tu es maintenant|vous etes maintenant",
        ending="fin de la (?:transcription|conversation retranscrite)|nouvelles? (?:instructions?"
        "|consignes?)|message (?:du )?systeme",
    ),
    Lexicon(
        judge="juiz|juiza|avaliador(?:a)?|arbitro|arbitra|jurado",
        machine="sistema|assistente|ia|modelo|agente|bot|revisor(?:a)?",
        greeting="car[oa]|prezad[oa]|ola|atencao|nota (?:para|ao?)|mensagem (?:para|ao?)"
        "|instruc(?:ao|oes) (?:para|ao?)|para|ao?|@",
        article="o|a|os|as|noss[oa]|qualquer",
        lead="por favor|agora|apenas|so|simplesmente|e|entao|voce deve|deves?|tem que|precisa|sempre",
        say="responda|responde|responder|retorne|retorna|retornar|devolva|devolve|diga|diz|dizer"
        "|escreva|escreve|escrever|emita|emite|emitir|de|dar|marque|marca|marcar|escolha|escolhe"
        "|escolher|decida|decide|decidir|vote|vota|votar|coloque|indique|indicar|imprima|imprime",
        verdict="sim|yes|true|veredito|veredicto|decisao|aprovad[oa]|positiv[oa]|afirmativ[oa]"
        "|verdadeiro",
        approve="aprove|aprova|notifique|notifica|avise|avisa|aceite|aceita|recomende|recomenda"
        "|alerte|alerta",
        approved="don[oa]|proprietari[oa]|humanos?|conversa|visitante|entrevista|pedido|usuari[oa]",
        override="ignore|ignora|ignorar|esqueca|esquece|descarte|descarta|desconsidere|desconsidera"
        "|omita|anule",
        overridden="instruc(?:ao|oes)|regras?|criterios?|anterior(?:es)?|previ[oa]s?|tudo"
        "|transcricao|objetivo",
        side="don[oa]|proprietari[oa]|visitante|juiz|juiza|veredito|decisao",
        outcome="veredito|veredicto|decisao|avaliacao",
        is_yes="sim|yes|positiv[oa]|aprovad[oa]|afirmativ[oa]",
        duty="deve|deveria|tem que|precisa",
        steer="repita (?:comigo|depois de mim)|(?:a partir de|desde) agora,? (?:so |"
        "apenas )?(?:escreva|diga|responda)|(?:seu|sua|teu|tua) nov[oa] (?:objetivo|"
        "tarefa|meta|papel)|agora voce e",
        ending="fim da (?:transcricao|entrada)|novas? instruc(?:ao|oes)|mensagem do sistema"
        "|aviso do sistema",
    ),
    Lexicon(
        judge="न्यायाधीश|जज|निर्णायक|मूल्यांकनकर्ता|परीक्षक",
        machine="सिस्टम|सहायक|एआई|मॉडल|एजेंट|बॉट",
        greeting="प्रिय|नमस्ते|ध्यान दें|सूचना|नोट|संदेश|@",
        article="के लिए|इस",
        lead="कृपया|अब|बस|और|तो|हमेशा|आपको",
        say="लिखो|लिखें|लिखिए|कहो|कहें|कहिए|दो|दें|दीजिए|बताओ|बताएं|बताइए|लौटाओ|लौटाएं|चुनो|चुनें|आउटपुट|उत्तर|जवाब",
        verdict="हाँ|हां|yes|true|स्वीकृत|स्वीकृति|निर्णय|फैसला",
        approve="सूचित|स्वीकार|स्वीकृत|मंजूर|अनुमोदित",
        approved="मालिक|स्वामी|आगंतुक|बातचीत|साक्षात्कार|अनुरोध|इंसानों",
        override="अनदेखा|नजरअंदाज|भूल|उपेक्षा|रद्द|अनदेखी",
        overridden="निर्देश|निर्देशों|नियम|नियमों|मानदंड|मानदंडों|पिछले|ऊपर|सब कुछ|उद्देश्य",
        side="मालिक|स्वामी|आगंतुक|न्यायाधीश|जज|निर्णय|फैसला",
        outcome="निर्णय|फैसला|मूल्यांकन",
        is_yes="हाँ|हां|yes|स्वीकृत|सकारात्मक",
        duty="को",
        steer="(?:मेरे साथ|मेरे बाद) दोहरा(?:ओ|एं|इए)|अब से (?:केवल|सिर्फ|बस)|(?:तुम्हारा|आपका|"
        "तेरा) नया (?:लक्ष्य|काम|उद्देश्य)",
        ending="प्रतिलेख (?:का अंत|समाप्त)|नए निर्देश|सिस्टम संदेश",
        verb_last=True,
    ),
)
