"""English words that the rules of depth, story and facts go by. Data; the rules stand elsewhere."""

from __future__ import annotations

import re
from typing import Final

from greenroom_turns.folding import word_set

I_AM: Final = r"\b(?:i['’]?m|i\s+am|i['’]?ve\s+been|i\s+have\s+been)"
"""How people say it, and how speech-to-text writes it ("im")."""

NUMBER: Final = (
    r"(?:\d[\d.,]{0,20}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|"
    r"fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|"
    r"ninety|hundreds?|thousands?|millions?|billions?|dozens?|half|a\s+third|a\s+quarter)"
)
"""A number that measures something: "one" and "a" are left out, they mostly don't."""

_UNIT = (
    r"(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|milliseconds?|percent|people|users|"
    r"customers|dollars|euros|pounds|times)"
)
_AFTER_AMOUNT = r"(?:later|earlier|before|after|ago|faster|slower|longer|per|to|for|of|and|or|at|in|on|each|every|until|than)"
QUANTITY: Final = re.compile(
    rf"\b{NUMBER}\b|\d\s?%|\b(?:an?|one)\s+{_UNIT}\b(?<!\ba second)|\ba\s+second\b(?!\s+(?!{_AFTER_AMOUNT}\b)\w)|\b(?:doubled|tripled|halved|twice)\b",
    re.I,
)

YEARS: Final = re.compile(
    rf"\b(?P<fact>(?:(?:about|around|almost|nearly|over|more than)\s+)?"
    rf"(?:{NUMBER}|one|a(?=\s+(?:year|decade))|an?\s+couple\s+of|a\s+few)"
    rf"(?:[\s-]+{NUMBER})?(?:\s+plus|\s*\+|\s+and\s+a\s+half)?\s+(?:years?|decades?))\b"
    r"(?!\s+(?:ago|old|later|from\s+now|time))",
    re.I,
)

SKILL_WORDS: Final = word_set("""
    agile android ansible api apis aws azure backend cloud css database databases devops
    django docker elixir excel figma frontend gcp git github go golang grafana graphql helm html
    ios java javascript jenkins jira kafka kotlin kubernetes linux machine learning mongodb
    mysql networking nginx node oracle php postgres postgresql prometheus python pytorch rails
    react redis ruby rust sales sap scrum security sql spark spring swift tableau tensorflow
    terraform testing typescript unix vue
""")

WORK_WORDS: Final = SKILL_WORDS | word_set("""
    accuracy communication creativity deadlines delivery detail details empathy finance
    leadership listening negotiation organisation organization patience planning presenting
    sell selling server servers shop shops stock teamwork user value writing
    analysis analyst app application architect architecture budget bug bugs build building built
    business career class client clients code coding colleague colleagues college company
    contract course customer customers data deadline decision deliver delivered deploy deployed
    deployment design designed designer develop developed developer development director
    education engineer engineering experience feature features feedback goals graduated
    hire hired hospital incident incidents internship job jobs latency launch launched lead
    leader leading led manage managed management manager managing market marketing metric
    metrics migrate migrated migration nurse office operations outage patients performance
    pipeline plan planned platform problem problems process product production products
    professional project projects queries quality release released report research responsible
    restaurant result results retail role sales school service services shipped skill skills
    software solution solved stakeholders startup store strategy strength student students
    studied study support system systems task tasks teach teacher teaching team teams technical
    technology test tests tool tools traffic train trained training university users version
    warehouse website work worked working workflow
""")

LEISURE_WORDS: Final = word_set("""
    ate aunt beach beer bike birthday boyfriend breakfast brother cake cat cats chess chocolate
    coffee colour cooking cricket dinner dog dogs dream dreams eat eating election film films fish
    football fridge garden girlfriend grandma grandmother guitar hobbies hobby holiday holidays horoscope ice lake match
    husband kitten knitting lunch moon movie movies music neighbor neighbour painting parrot party
    pasta pet pets pizza president puppy rabbit rain rained rainy sandwich singing sister snow song
    songs soup sun sunny swim swimming tea tennis tv vacation weather weekend wife wine zodiac
""")

ROLE_NOUNS: Final = word_set("""
    accountant administrator admin analyst apprentice architect artist assistant associate ceo
    chef chief clerk cofounder consultant coordinator cto dentist designer developer dev
    director doctor driver editor electrician engineer entrepreneur executive founder freelancer
    graduate head instructor intern journalist lawyer lead lecturer librarian manager marketer
    mechanic nurse officer operator owner paramedic pharmacist photographer physicist physician
    planner professor programmer recruiter representative researcher salesperson scientist
    secretary sre specialist statistician student supervisor surgeon teacher technician tester
    therapist trainee trainer translator tutor vp writer
""")
NO_ROLES: Final = word_set("""
    believer beginner bigger better brother father fighter finisher follower former further her
    learner listener lover mother never number other over owner-driven player power quicker
    sister smoker starter thinker together under weather winner worker
""")
"""They end like a role and are none ("a quick learner")."""

WEAK_VERBS: Final = word_set("""
    agreed based called cared enjoyed feared finished graduated happened hated hoped joined
    learned liked listened lived looked loved moved needed noticed played preferred remembered
    seemed skipped stayed stopped studied supposed talked thanked tried used visited waited
    walked wanted watched wished worked worried
""")
"""Regular past forms that are no deed of one's own in a story."""

DEEDS: Final = word_set("""
    broke brought built chose cut drew drove found gave hired led made met ran rebuilt redid
    rethought rewrote set shipped sold split spoke taught took won wrote put
""")
"""Irregular past forms of doing; the regular ones are known by their ending."""

PAST_DEEDS: Final = DEEDS | word_set("""
    ate bent bet bid bit blew bound bred burnt burst called came caught clung crept dealt did
    drank dug fed fled flew flung fought froze ground held hid hung kept knelt knit laid left
    lent let lit moved paid pled quit rang read rid rode rose sang sat sent sewn shook shot
    shut slid sought spent spilt sprang spread spun stayed stole stood stopped struck strung
    stuck stung swam swept swore swung talked threw thrust told took tore tried trod visited
    waited walked went wept wore wound wove wrung
""")
"""Past forms that answer "what did you do?": the irregular verbs of doing, and of the weak ones those that a person
can do."""
