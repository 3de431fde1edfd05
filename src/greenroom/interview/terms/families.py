"""English words that belong together though their stems differ: irregular verbs and plurals, doers and
deeds, British and American spelling. Data; the first word of a line stands for all of them."""

from __future__ import annotations

from typing import Final

_LINES: Final = """
lead led leads leading leader leaders leadership
teach taught teaches teaching teacher teachers
build built builds building builder builders
sell sold sells selling sale sales seller sellers salesperson salespeople salesman saleswoman
upsell upsold upselling upsells
menu menus
virus viruses
campus campuses
add adds added adding addition
buy bought buys buying buyer buyers
write wrote written writes writing writer writers
speak spoke spoken speaks speaking speaker speakers speech
drive drove driven drives driving driver drivers
run ran runs running runner
grow grew grown grows growing growth
know knew known knows knowing knowledge
think thought thinks thinking thinker
bring brought brings bringing
make made makes making maker makers
keep kept keeps keeping keeper
deal dealt deals dealing dealer
hold held holds holding
feel felt feels feeling
find found finds finding
meet met meets meeting meetings
send sent sends sending
spend spent spends spending
give gave given gives giving
take took taken takes taking
see saw seen sees seeing
choose chose chosen chooses choosing choice choices
begin began begun begins beginning beginner
win won wins winning winner
weld welded welds welding welder welders
child children childcare
man men
woman women
person people persons
life lives
foot feet
analyze analyzed analyzes analyzing analyse analysed analysing analysis analyses analyst analysts analytic analytics analytical
plan planned plans planning planner planners
design designed designs designing designer designers
develop developed develops developing developer developers development developments
manage managed manages managing manager managers management managerial
engineer engineered engineers engineering
program programs programmed programming programmer programmers programme programmes
research researched researches researching researcher researchers
market markets marketed marketing marketer marketers
consult consulted consults consulting consultant consultants consultancy
account accounts accounting accountant accountants accountancy
nurse nursed nurses nursing
patient patients
organize organized organizes organizing organizer organization organizations organizational
communicate communicated communicates communicating communication communications communicator communicative
negotiate negotiated negotiates negotiating negotiation negotiations negotiator
present presented presents presenting presentation presentations presenter
operate operated operates operating operation operations operator operators operational
administer administered administers administering administration administrator administrators administrative administrate
supervise supervised supervises supervising supervision supervisor supervisors supervisory supervize
coordinate coordinated coordinates coordinating coordination coordinator coordinators
collaborate collaborated collaborates collaborating collaboration collaborative collaborator
facilitate facilitated facilitating facilitation facilitator
motivate motivated motivates motivating motivation
educate educated educating education educational educator educators
train trained trains training trainer trainers trainee trainees
coach coached coaches coaching
mentor mentored mentors mentoring mentorship
safeguard safeguarded safeguarding
budget budgeted budgets budgeting budgetary
forecast forecasts forecasted forecasting
audit audited audits auditing auditor auditors
reconcile reconciled reconciles reconciling reconciliation reconciliations
maintain maintained maintains maintaining maintenance
install installed installs installing installation installations installer instal
repair repaired repairs repairing
diagnose diagnosed diagnoses diagnosing diagnosis diagnostic diagnostics
prescribe prescribed prescribing prescription prescriptions
medicine medicines medication medications medical
document documents documented documenting documentation
assess assessed assesses assessing assessment assessments assessor
evaluate evaluated evaluates evaluating evaluation evaluations
implement implemented implements implementing implementation implementations
integrate integrated integrates integrating integration integrations
automate automated automates automating automation automatic
migrate migrated migrates migrating migration migrations
deploy deployed deploys deploying deployment deployments
test tested tests testing tester testers
debug debugged debugs debugging debugger
optimize optimized optimizes optimizing optimization optimizations
architect architects architected architecture architectures architectural
secure secured secures securing security
solve solved solves solving solver solution solutions
decide decided decides deciding decision decisions decisive
respond responded responds responding response responses responsive
strategy strategies strategic strategically strategist
compete competed competing competition competitive competitor
produce produced produces producing production product products productive productivity
serve served serves serving service services
inspect inspected inspecting inspection inspections inspector
construct constructed constructing construction
fabricate fabricated fabricating fabrication
procure procured procuring procurement
recruit recruited recruits recruiting recruitment recruiter
supply supplied supplies supplying supplier suppliers
merchandise merchandised merchandising merchandiser
invoice invoiced invoices invoicing
comply complied complies complying compliance compliant
regulate regulated regulating regulation regulations regulatory regulator
govern governed governing governance
finance finances financed financing financial
invest invested investing investment investments investor investors
statistics statistic statistical statistician
mathematics mathematical maths math
science sciences scientific scientist scientists
photograph photographs photography photographer photographing
flexible flexibility flexibly
reliable reliability reliably
available availability
responsible responsibility responsibilities responsibly
accurate accuracy accurately
able ability abilities
empathy empathetic empathic empathize
patience
creative creativity creatively
autonomous autonomously autonomy
adapt adapted adapting adaptable adaptability adaptation
prioritize prioritized prioritizing prioritization priority priorities
license licenses licensed licensing licence licences licenced
certify certified certifies certifying certification certifications certificate certificates
center centers centre centres centered
analog analogue
catalog catalogue catalogs catalogues
behavior behaviors behaviour behaviours behavioral behavioural
pediatric pediatrics paediatric paediatrics
anesthesia anaesthesia anesthetic anaesthetic
hygiene hygienic hygienist
clean cleaned cleans cleaning cleaner cleanliness
cook cooked cooks cooking
food foods
young younger youth
graduate graduates graduated graduation
apprentice apprentices apprenticeship
electric electrical electrician electricians electricity electrics
plumb plumbing plumber plumbers
carpenter carpenters carpentry
mechanic mechanics mechanical
therapy therapies therapist therapists therapeutic
counsel counseling counselling counselor counsellor
legal legally law laws lawyer lawyers
tax taxes taxation
insure insured insurance insurer
bank banks banking banker
retail retailer retailers retailing
customer customers
client clients
sociable social socially
wound wounds
shift shifts
"""

FAMILIES: Final = {word: line.split()[0] for line in _LINES.splitlines() for word in line.split()}
