"""Names as they are written and said, and the ordinary words that a name can be mistaken for. Data.

A line of `_ALIASES` is a name's key and the other forms of it. A form of several words is said as these
words, with any sign between them. A form with a capital letter counts only where it is written as a
name, because in small letters it is an ordinary word: "Go", "REST", "R".
"""

from __future__ import annotations

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ALIASES: Final = """
kubernetes: k8s, kube
dotnet: .net, dot net, dotnet core, .net core, dot net core
csharp: c#, c sharp
fsharp: f#, f sharp
cpp: c++, c plus plus, cplusplus
objectivec: objective c
c: C
r: R
golang: go lang, Go
rust: Rust, rustlang
swift: Swift, swiftui, swift ui
ruby:
rails: ruby on rails
java:
javascript: java script, js, ecmascript
typescript: type script, ts
python: python3, python 3
php:
perl:
kotlin:
scala:
elixir:
julia: Julia
dart: Dart
haskell:
matlab:
cobol:
sql: sequel
plsql: pl sql
tsql: t sql
html: html5
css: css3
nodejs: node.js, node js, Node
react: react.js, react js, reactjs, React
reactnative: react native
vuejs: vue.js, vue js, vue
angular: angularjs, angular.js, angular js
nextjs: next.js, next js
express: express.js, express js, expressjs, Express
svelte:
jquery:
django:
flask: Flask
fastapi: fast api
spring: Spring, spring boot, springboot
hibernate: Hibernate
rest: REST, restful, rest api, rest apis
graphql: graph ql
grpc: g rpc
api:
aws: amazon web services, amazon aws
gcp: google cloud, google cloud platform
azure: microsoft azure
ec2:
s3:
lambda: aws lambda
docker:
terraform:
ansible:
puppet:
chef: Chef
jenkins:
github: git hub
gitlab: git lab
git:
helm:
argocd: argo cd
prometheus:
grafana:
datadog: data dog
splunk:
linux:
unix:
windows: Windows
vmware: vm ware
cicd: ci cd, ci and cd, CI, CD, ci pipeline, ci pipelines, cd pipeline, cd pipelines, ci server, ci build, ci builds, continuous integration, continuous delivery, continuous deployment
devops: dev ops
kafka: apache kafka
rabbitmq: rabbit mq
activemq: active mq
redis:
postgresql: postgres, post gres, postgre sql
mysql: my sql
mariadb: maria db
mongodb: mongo, mongo db
sqlserver: sql server, mssql
sqlite: sql lite
oracle:
dynamodb: dynamo db, dynamo
cassandra:
elasticsearch: elastic search
snowflake:
bigquery: big query
redshift: red shift
databricks: data bricks
spark: Spark, pyspark, apache spark
hadoop:
airflow: air flow
dbt: d b t
hive: Hive
tableau:
looker:
powerbi: power bi
excel: Excel, ms excel, microsoft excel
word: Word, ms word, microsoft word
powerpoint: power point
outlook: Outlook
teams: Teams, ms teams, microsoft teams
access: Access, ms access, microsoft access
sharepoint: share point
office: Office, ms office, microsoft office, office 365, microsoft 365
sap: SAP
sas:
spss:
stata:
pandas:
numpy: num py
pytorch: py torch
tensorflow: tensor flow
scikitlearn: scikit learn, sklearn
keras:
ml: machine learning
dl: deep learning
nlp: natural language processing
llm: large language model, large language models
ai: artificial intelligence
ux: user experience
ui: user interface
figma:
sketch: Sketch
photoshop:
illustrator:
indesign: in design
autocad: auto cad
cad: computer aided design
solidworks: solid works
revit:
jira:
confluence:
slack: Slack
asana:
notion: Notion
salesforce: sales force
hubspot: hub spot
zendesk:
shopify:
wordpress: word press
quickbooks: quick books
xero:
datev:
netsuite: net suite
workday: Workday
crm: customer relationship management
erp: enterprise resource planning
pos: point of sale
seo: search engine optimization, search engine optimisation
ppc: pay per click
kpi: key performance indicator, key performance indicators
okr:
roi: return on investment
pnl: p&l, p and l, profit and loss
gaap: us gaap
ifrs:
ap: AP, accounts payable
ar: AR, accounts receivable
ma: m&a, m and a, mergers and acquisitions
hgb:
vat:
cpa: certified public accountant
cfa: chartered financial analyst
acca:
hr: human resources
it: IT, information technology
qa: quality assurance
pm: PM
gdpr: data protection regulation, dsgvo
hipaa:
haccp:
osha:
iso9001: iso 9001
iso27001: iso 27001
tcpip: tcp ip, TCP
abtesting: a b test, a b tests, a b testing, split test, split testing
oop: object oriented programming, object oriented
tdd: test driven development
ddd: domain driven design
rd: r&d, research and development
icu: intensive care, intensive care unit
er: ER, emergency room, emergency department, a&e
or: OR, operating room, operating theatre
ehr: electronic health record, electronic health records, electronic medical record, electronic medical records, emr
cpr: cardiopulmonary resuscitation
bls: basic life support
acls: advanced cardiac life support, advanced cardiovascular life support
pals: PALS, pediatric advanced life support, paediatric advanced life support
rn: registered nurse, registered nursing
iv: intravenous
send: SEND, sen, special educational needs, special education
qts: qualified teacher status
pgce:
dbs: disclosure and barring
esl: english as a second language, eal
cnc: computer numerical control
plc: programmable logic controller, programmable logic controllers
hvac: heating ventilation and air conditioning
mig:
tig:
pmp: project management professional
prince2: prince 2
scrum:
kanban:
agile:
itil:
saas: software as a service
b2b: b to b, business to business
b2c: b to c, business to consumer
ecommerce: e commerce
frontend: front end
backend: back end
fullstack: full stack
opensource: open source
phd: ph d, doctorate
mba:
bsc: b sc, bachelor of science
msc: m sc, master of science
"""

_ORDINARY: Final = """
a about above access accident across act action add after again age  agree aid aim air all allow
alone along also always am an and angular animal another answer any apart apex apple apply area arm art
as ask assembly at away baby back bad bag ball band bank bar base basic be beam bear beat because bed
been before begin behind believe below best better between big bill bird bit black blender block blood
blue board boat body book born both bottom box boy brain branch bread break bridge bright bring brother
build building bus business but buy by cake call camp can card care case  cat catch cause
center chain chair chance change charge check chef child choice church circle city class clean clear
clock close cloud club coach coat coffee cold college color column come common company complete computer
concourse  consul control cook cool core corner cost could country course court cover craft
cross crystal cup current customer cut dark dart data date day deal dear decide deep design desk develop
did different digital dinner direct do doctor does dog done door down draw dream dress drill drink drive
drop dry during each ear early earth east easy eat edge eight  else end enough enter envoy er even
event ever every excel exercise expect express eye face fact fair fall family far fast father fear
field fight figure fill find fine finger finish fire first fish fit five flag flask flat floor flow fly
follow food foot for force forest forget form four free fresh friend from front fruit full fun game gap
garden gas gave general get girl give glass go god gold good got great green ground group grow guess had
hair half hall hand happen happy hard has hat have he head hear heart heat heavy held helm help her here
high hill him his history hit hive hold hole home hope horse hospital hot hour house how human hundred
hurry i ice idea if important in inside interest into iron is island it item its job join joint judge
just keep kept key kill kind king kitchen knew know lab lake land language large last late laugh law lay
lead lean learn least leave left leg less let letter level library lie life light like line linear list
listen little live local long look  lose lost lot love low machine mail main make man manage
manager many map mark market master match matter may maya me mean measure medical meet member met might
mile milk mind minute miss model modern moment monday money month moon more morning most mother mountain
mouth move much music must my name nation near need net network never new news next nice night nine no
node nomad none nor north nose not note nothing notion now nurse object of off office often oh oil old
on once one only open operate opposite or oracle orange order other our out outlook over own page paint
pair pals panda  paper parent part party pass past pay peace people perhaps person piece pig place
plan plane plant plate play please pm point police poor port position postman power presto pretty print
problem process processing product project provide public pull puppet push put quality question quick
quiet race radio rail rain raise ran rate react reach read ready real reason red remember resource rest
result rich ride right ring rise river road rock room round ruby rule run rust safe safety said sail
sale salt same sand sap sat save saw say  school science  sea season seat second see seem self
sell send sense sent serve service set settle seven several shall shape share she ship shop short should
show side sign simple sing sit six size sketch skill skin slack sleep slow small snow snowflake so
social software soil solid some song soon sort sound south space spark speak special spend spot spring
stand star start state station stay step still stone stop store storm story straight street strong
student study such sugar summer sun support sure surface swift system table tail take talk tall taught
teach team teams tell ten test than that the their them then there they thin thing think third this
those three through time to today together told tomorrow too took top touch toward town trade train
travel tree true try turn twelve two type under unit unity until up us use usual vault very visit voice
wait walk wall want war warm was watch water way we weak wear weather week weight well went were west
what wheel when where which while white who whole whose why wide will win wind window windows winter
wish with woman wonder wood word work workday world would write wrong yard year yellow yes yet you young your
soap lamp dry kiss ant bash zip tar dash dot grid ring rack peak pack pace page pale park path
pen pet pick pin pipe pit plug plus pole pool pot pray prime pure race rack raft rank rare raw ray rent
ride rip ripe risk roll roof root rope rose rough row rub rude rush sack sad sauce scan scar seal seed
seek shade shelf shell shift shine shoe shoot shot shout shut sick silk sin sink sip site skip sky slam
slide slip slot smart smell smile smoke smooth soft sole solve song sore soul soup spare spell spill
spin spite split spray stack staff stage stain stair stamp stare steal steam steel steep stem stick
stiff sting stir stitch strap straw stream stress strip stuff style suck suit sum swap sweat sweep
sweet swim swing tap tape task taste tea tear tense tent term thank theme thick thief thread threat
throw thumb ticket tide tie tight tile tin tip tire toe tone tool tooth toss tour tower toy trace track
trail trap tray treat trend trial trick trip truck trunk trust tube tune twin twist ugly upset urge
vain van vast verb via vice view vote wage wake warn wash waste wave wax wed wet whip wing wipe wire wise
wit wrap wrist yard zone bat bean beat bee beer bell belt bend bet bind bit bite blame blank bless blind
bloom blow boil bold bolt bond bone boot bore boss bound bowl brand brave brick brief brush bucket buck
bug bulk bull bump burn burst bush calm candle cap cash cast cell chase cheap cheese chest chew chip
chop claim clap clay clerk clever climb cloth cloud coal code coin comb copper copy cord cost couch count
crash crawl crazy cream crew crime crop crowd crown cruel crush cry cure curl curve damp dare dawn dead
deaf dean death debt deck deer dial dice diet dig dirt dish dive dock doll dose doubt drag drain dress
drum duck due dull dumb dump dust duty eager edit ego elbow elect error essay evil exact exam exist exit
extra fade faith fame fan fare farm fat fate fault fear feed fence fetch fever film firm flame flash flesh
flood flour fog fold folk fork forth found fox frame fry fuel fund fur fury gain gate gaze gear gene
gift glad globe glove glue goal goat grab grace grade grain grand grant grape grave grin grip guard guest
guide guilt gun guy habit hail hall harm harsh hat hate haul heal heap height hell hide hire hobby hook
host hug huge hunt hurt ideal idle image inch inner input iron issue jail jam jaw jazz jet joke jolly
jump jury keen knee knife knock knot lack ladder lamb lane laser latch leaf leak leap lend lens lid lift
limb limit link lip load loan lock log loop loud luck lump lung mad magic maid male mass mate math meal
meat melt mend menu mercy merit merry mess metal mild mill mine mix mob mode mood moral mud myth nail
nest noise noun nurse nut oak oath obey ocean odd offer olive onion oral ought oven owe pain pale palm pan
"""

VENDORS: Final = _words("adobe amazon apache atlassian google ibm microsoft ms")
"""Makers, whose name before a product's says little."""
SAID_BEFORE: Final = _words("in with using used use wrote write writing via code coding learned")
"""An ordinary word after one of these may be the name of a language: "wrote it in go"."""
SAID_AFTER: Final = _words(
    "advanced experience skills knowledge api apis code developer developers programming scripts script framework hooks components"
)
SPOKEN_SMALL: Final = _words(
    "go r c rust react node rest swift excel flask spark sap word access express"
)
"""Names that speech recognisers write in small letters."""


def _forms() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """For each first word the forms that begin with it, as their words and the name's key; the longest
    first."""
    by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for line in _ALIASES.strip().splitlines():
        key, _, rest = line.partition(":")
        others = [form.strip() for form in rest.split(",") if form.strip()]
        cased = any(form.lower() == key and form != key for form in others)
        for form in others if cased else [key, *others]:
            parts = tuple(form.split())
            by_first.setdefault(parts[0].lower(), []).append((parts, key))
    return {
        first: sorted(forms, key=lambda form: -len(form[0])) for first, forms in by_first.items()
    }


FORMS: Final = _forms()
ORDINARY: Final = frozenset(_ORDINARY.split())
