"""Names as they are written and said, and the words around them. Data.

A line of `_ALIASES` is a name's key and the other forms of it. A form of several words is said as these
words, with any sign between them. A form with a capital letter counts only where it is written as a
name, because in small letters it is an ordinary word: "Go", "REST", "R".
"""

from __future__ import annotations

from typing import Final

from greenroom_turns.folding import word_set

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

VENDORS: Final = word_set("adobe amazon apache atlassian google ibm microsoft ms")
"""Makers, whose name before a product's says little."""
SAID_BEFORE: Final = word_set("in with using used use wrote write writing via code coding learned")
"""An ordinary word after one of these may be the name of a language: "wrote it in go"."""
SAID_AFTER: Final = word_set(
    "advanced experience skills knowledge api apis code developer developers programming scripts script framework hooks components"
)
SPOKEN_SMALL: Final = word_set(
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
