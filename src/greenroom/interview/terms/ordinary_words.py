"""Ordinary English words that a name can be mistaken for: "react", "go", "excel". Data."""

from __future__ import annotations

from typing import Final

_ORDINARY: Final = """
a about above access accident across act action add after again age agree aid aim air all allow alone along also
always am an and angular animal another answer ant any apart apex apple apply area arm art as ask assembly at away
baby back bad bag ball band bank bar base bash basic bat be beam bean bear beat because bed bee been beer before
begin behind believe bell below belt bend best bet better between big bill bind bird bit bite black blame blank
blender bless blind block blood bloom blow blue board boat body boil bold bolt bond bone book boot bore born boss
both bottom bound bowl box boy brain branch brand brave bread break brick bridge brief bright bring brother brush
buck bucket bug build building bulk bull bump burn burst bus bush business but buy by cake call calm camp can candle
cap card care case cash cast cat catch cause cell center chain chair chance change charge chase cheap check cheese
chef chest chew child chip choice chop church circle city claim clap class clay clean clear clerk clever climb clock
close cloth cloud club coach coal coat code coffee coin cold college color column comb come common company complete
computer concourse consul control cook cool copper copy cord core corner cost couch could count country course court
cover craft crash crawl crazy cream crew crime crop cross crowd crown cruel crush cry crystal cup cure curl current
curve customer cut damp dare dark dart dash data date dawn day dead deaf deal dean dear death debt decide deck deep
deer design desk develop dial dice did diet different dig digital dinner direct dirt dish dive do dock doctor does
dog doll done door dose dot doubt down drag drain draw dream dress drill drink drive drop drum dry duck due dull
dumb dump during dust duty each eager ear early earth east easy eat edge edit ego eight elbow elect else end enough
enter envoy er error essay even event ever every evil exact exam excel exercise exist exit expect express extra eye
face fact fade fair faith fall fame family fan far fare farm fast fat fate father fault fear feed fence fetch fever
field fight figure fill film find fine finger finish fire firm first fish fit five flag flame flash flask flat flesh
flood floor flour flow fly fog fold folk follow food foot for force forest forget fork form forth found four fox
frame free fresh friend from front fruit fry fuel full fun fund fur fury gain game gap garden gas gate gave gaze
gear gene general get gift girl give glad glass globe glove glue go goal goat god gold good got grab grace grade
grain grand grant grape grave great green grid grin grip ground group grow guard guess guest guide guilt gun guy
habit had hail hair half hall hand happen happy hard harm harsh has hat hate haul have he head heal heap hear heart
heat heavy height held hell helm help her here hide high hill him hire his history hit hive hobby hold hole home
hook hope horse hospital host hot hour house how hug huge human hundred hunt hurry hurt i ice idea ideal idle if
image important in inch inner input inside interest into iron is island issue it item its jail jam jaw jazz jet job
join joint joke jolly judge jump jury just keen keep kept key kill kind king kiss kitchen knee knew knife knock knot
know lab lack ladder lake lamb lamp land lane language large laser last latch late laugh law lay lead leaf leak lean
leap learn least leave left leg lend lens less let letter level library lid lie life lift light like limb limit line
linear link lip list listen little live load loan local lock log long look loop lose lost lot loud love low luck
lump lung machine mad magic maid mail main make male man manage manager many map mark market mass master match mate
math matter may maya me meal mean measure meat medical meet melt member mend menu mercy merit merry mess met metal
might mild mile milk mill mind mine minute miss mix mob mode model modern moment monday money month mood moon moral
more morning most mother mountain mouth move much mud music must my myth nail name nation near need nest net network
never new news next nice night nine no node noise nomad none nor north nose not note nothing notion noun now nurse
nut oak oath obey object ocean odd of off offer office often oh oil old olive on once one onion only open operate
opposite or oracle oral orange order other ought our out outlook oven over owe own pace pack page pain paint pair
pale palm pals pan panda paper parent park part party pass past path pay peace peak pen people perhaps person pet
pick piece pig pin pipe pit place plan plane plant plate play please plug plus pm point pole police pool poor port
position postman pot power pray presto pretty prime print problem process processing product project provide public
pull puppet pure push put quality question quick quiet race rack radio raft rail rain raise ran rank rare rate raw
ray reach react read ready real reason red remember rent resource rest result rich ride right ring rip ripe rise
risk river road rock roll roof room root rope rose rough round row rub ruby rude rule run rush rust sack sad safe
safety said sail sale salt same sand sap sat sauce save saw say scan scar school science sea seal season seat second
see seed seek seem self sell send sense sent serve service set settle seven several shade shall shape share she
shelf shell shift shine ship shoe shoot shop short shot should shout show shut sick side sign silk simple sin sing
sink sip sit site six size sketch skill skin skip sky slack slam sleep slide slip slot slow small smart smell smile
smoke smooth snow snowflake so soap social soft software soil sole solid solve some song soon sore sort soul sound
soup south space spare spark speak special spell spend spill spin spite split spot spray spring stack staff stage
stain stair stamp stand star stare start state station stay steal steam steel steep stem step stick stiff still
sting stir stitch stone stop store storm story straight strap straw stream street stress strip strong student study
stuff style such suck sugar suit sum summer sun support sure surface swap sweat sweep sweet swift swim swing system
table tail take talk tall tap tape tar task taste taught tea teach team teams tear tell ten tense tent term test
than thank that the their them theme then there they thick thief thin thing think third this those thread threat
three through throw thumb ticket tide tie tight tile time tin tip tire to today toe together told tomorrow tone too
took tool tooth top toss touch tour toward tower town toy trace track trade trail train trap travel tray treat tree
trend trial trick trip truck true trunk trust try tube tune turn twelve twin twist two type ugly under unit unity
until up upset urge us use usual vain van vast vault verb very via vice view visit voice vote wage wait wake walk
wall want war warm warn was wash waste watch water wave wax way we weak wear weather wed week weight well went were
west wet what wheel when where which while whip white who whole whose why wide will win wind window windows wing
winter wipe wire wise wish wit with woman wonder wood word work workday world would wrap wrist write wrong yard year
yellow yes yet you young your zip zone
"""
ORDINARY: Final = frozenset(_ORDINARY.split())
