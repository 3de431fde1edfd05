"""Words that decide what a follow-up may take up. Data; the rules stand in `phrases`."""

from __future__ import annotations

from typing import Final

from greenroom_turns.folding import word_set

EMPTY_HEADS: Final = word_set("""
    ability aspect aspects area areas background bit bits bunch chance choice collaboration
    commitment communication contribution couple
    course day days decade decades deal detail difference effort efforts end ends environment example
    examples experience experiences expectation expectations fact facts field fun future goal goals guess half
    help hour hours idea ideas impact improvement issue issues job jobs journey kind kinds knowledge
    level life line lot lots manner matter mess middle minute minutes moment moments
    month months morning mornings evening evenings afternoon night nights name need needs number
    one ones opportunity opportunities option outcome outcomes part passion past percent period
    piece place places point points practice pride problem problems progress purpose question range
    rate reason reasons resource resources responsibility responsibilities rest result results role roles
    second seconds section sense shame side sides situation situations skill skills solution solutions sort
    sorts spring summer autumn winter start step steps stress stuff success summary task tasks testament thing
    things third time times today tomorrow top touch trouble turn type types use variety version versions way
    ways week weeks weekend weekends while work works world year years yesterday zero anything everything
    something nothing everybody everyone anybody anyone somebody someone nobody none
    monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays
    saturdays sundays january february march april may june july august september october november december
    christmas easter front back edge inside outside beginning order addition mind luck pleasure hand hands
    majority total amount amounts set sets pair pairs center centre metre metres meter meters kilometre mile
    miles degree degrees euro euros dollar dollars pound pounds penny cent cents age ages quarter quarters
    interview interviews interviewer company companies career answer answers story stories favour
    strength strengths weakness weaknesses opinion thanks please sorry challenge challenges money care attention
    home eve people person o'clock noon midnight midday lunch breakfast am pm mid
""")
"""Heads too wide or too empty to be named."""

PEOPLE: Final = word_set("""
    adult adults apprentice boss bosses boy boys child children client clients colleague colleagues cook
    coworker coworkers customer customers director directors doctor doctors driver drivers employee employees
    employer engineer engineers farmer farmers girl girls group groups guest guests guy guys helper helpers kid
    kids lady lead leader leaders leads man manager managers member members men mentor nurse nurses owner owners
    parent parents partner partners passenger passengers patient patients people person pupil pupils
    representative resident residents staff student students supervisor supervisors supplier suppliers team teams
    teacher teachers tenant tenants tourist tourists user users visitor visitors woman women worker workers
    stranger strangers lad lads crew volunteer volunteers neighbour neighbours neighbor neighbors dentist
    pharmacist plumber electrician caretaker landlord broker welder officer guard guards teller tellers
    caller callers donor donors buyer buyers seller sellers developer developers applicant applicants
""")
"""People are only named with a word that says which ones."""

PALE: Final = word_set("""
    actual amazing average awesome bad basic beautiful big certain clear compelling complete couple crazy daily
    decent deep demanding different diverse enough entire essential extra few fine first full general good great
    huge important individual initial interesting large last least less little main major many massive more most
    much new nice nicer normal numerous other overall own particular possible pretty proper real regular right
    same second several significant simple single special specific such super third thorough total typical useful
    usual various very whole next only previous entire tight former
""")
"""Modifiers that do not say which one."""

NO_ONE: Final = word_set(
    "nobody everybody someone somebody anyone anybody everyone i we you they he she it"
)
"""Words that no phrase holds: a tagger went astray where they stand in one."""

MODERN: Final = word_set("""
    app apps api apis backend blog blogs chatbot commis config cron css docker ecommerce email emails emoji excel
    firewall forklift frontend github google html https iphone javascript jira kanban kpi kpis kubernetes laminator
    laptop laptops linux linter login logins lorry lorries malware onboarding outsourcing password passwords pdf pdfs
    photocopier playlist plugin plugins podcast podcasts postgres powerpoint proofreading python qr rota rotas router
    routers sanitiser scrum selfie smartphone smartphones spreadsheet spreadsheets sprint sprints sql startup tapioca
    terraform tyre tyres upload uploads url urls voicemail vpn waitlist walkie webinar webinars wifi workflow
    workflows zip zoom triage whiteboard toaster sourdough risotto insulin caterer clipboard invoice invoices barista
    courier couriers pallet pallets
""")
"""Words that the word list, which is older, lacks."""

SELECTING: Final = word_set(
    "first second third last next other another same only previous former whole entire latter"
)
"""Words that say which one of several is meant, and nothing about it."""

COMPARED: Final = word_set(
    "percent % cent fewer less more most least hundred hundreds thousand thousands dozen dozens"
)
"""Words of an amount or a comparison: what was counted is poorly named by its number."""

FILLERS: Final = word_set("um umm uh uhh er erm eh hmm mm ah oh")

NOT_THERE: Final = word_set(
    "no one any neither none every each another either what which whose whatever whichever"
)
"""Determiners of what need not have been there, or of all at once."""

OTHERS_OWN: Final = word_set("his her their its")

UNREAL: Final = word_set(
    "would could should might want wants wish hope hoping if unless maybe perhaps gonna imagine"
)
"""Words after which something new need not exist ("I would buy a second oven")."""

FALSE_NOUNS: Final = word_set("""
    able also although because besides else etc ever everyday forward however instead kinda let maybe meanwhile
    neither nor okay ok per plus really since than therefore though through thus together unless upon via versus
    well whether whereas within without yeah yep yes gonna wanna sorta hello hi bye else etcetera
    put let full rang sat stood got went kept told gave made took came ran felt knew saw heard meant left began drew
    drove fell flew grew held hung lay led lent lit met paid rode rose sent shook shone shut sang slept sold spent
    stole stuck swam taught tore threw understood wore won wrote
""")
"""Words that a tagger may take for a noun, and that never head a phrase."""
