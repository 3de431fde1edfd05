"""Words for what people do for a living, and words that look like one and are none."""

from __future__ import annotations

from typing import Final

from greenroom.interview.questions import words
from greenroom.interview.understanding.lexicon import NO_ROLES, ROLE_NOUNS

OCCUPATIONS: Final = ROLE_NOUNS | frozenset(
    words(
        """
        actor actress advisor adviser agent aide analyst animator assembler assessor attendant attorney
        auditor auctioneer aupair baker banker barber barista barman bartender beautician biologist
        bookkeeper bricklayer broker builder butcher butler buyer caretaker carer carpenter cashier caterer
        chauffeur chemist cleaner coach coder coiffeur companion concierge conductor contractor cook
        copywriter counsellor counselor courier craftsman craftswoman dancer dealer decorator deputy
        dietician dietitian digger dishwasher dispatcher diver doorman draughtsman dressmaker economist
        educator engraver estimator facilitator farmer farmhand fireman firefighter fisherman fitter florist
        foreman forester forewoman founder freelancer fundraiser gardener glazier grocer groom groundskeeper
        guard guide hairdresser handyman helper host hostess housekeeper housewife inspector installer
        interpreter investigator jeweller joiner judge keeper labourer laborer landscaper lifeguard linguist
        locksmith logistician machinist maid mason masseur mate mechatronic mentor merchandiser merchant
        midwife miller miner musician nanny nurseryman nutritionist operative optician optometrist orderly
        organiser organizer packer painter paralegal partner pastry pathologist person pharmacologist
        phlebotomist physio physiotherapist picker pilot pipefitter plasterer plumber policeman policewoman
        porter postman postwoman potter presenter president printer producer proofreader psychologist
        radiographer radiologist ranger realtor receptionist registrar rep repairman reporter roofer sailor
        salesman saleswoman seamstress security seller server shepherd shopkeeper singer smith soldier
        solicitor sonographer stagehand statistician steward stewardess stocker stylist surveyor tailor
        tattooist teller tiler tradesman trader trucker tutor typist undergraduate upholsterer usher valet
        vet veterinarian volunteer waiter waitress warden warehouseman watchman welder woodworker worker
        apprentice temp teenager undergrad postgrad sophomore freshman
        """
    )
) - {"teenager", "person", "partner", "pastry", "security", "groom", "judge", "head", "owner"}
"""Nouns that name an occupation on their own, beside those that end like one."""

_NONE: Final = NO_ROLES | frozenset(
    words(
        """
        answer bitter border center centre chapter character clever cleverer computer consumer corner
        counter cover customer dinner either eager easier elder ever factor favor favour fever flower
        foreigner gamer greater hamburger happier harder higher hungrier immigrant individual inner junior
        larger latter letter liar longer lower major manner matter member minor monitor monster motor
        neither newcomer offer older order outer outsider paper partner poor prior proper quarter rather
        river rumor rumour senior sensor sharper shoulder smaller sober sooner stronger summer super sweater
        tender together tower user visitor water weaker whatever whether whichever whoever wider winter
        younger survivor prisoner sufferer supporter customer believer christian activist feminist optimist
        pessimist perfectionist realist idealist introvert extrovert vegetarian terrorist racist tourist
        idealist communist socialist unionist baptist doer giver starter achiever dreamer lover stickler
        quitter beginner loner joker talker communicator solver motivator sinner volunteerism founder's
        civilian guardian median christian comedian-like veteran italian canadian russian indian asian
        austrian australian brazilian egyptian iranian ukrainian norwegian hungarian bulgarian romanian
        nigerian ethiopian persian belgian colombian peruvian syrian albanian algerian cuban korean jeopardy
        fighter's rider jogger runner cyclist swimmer hiker reader thinker
        """
    )
)
_TRAITS: Final = frozenset(
    words(
        """
        good great hard fast quick slow natural born reliable team excellent strong real true loyal creative
        terrible bad lousy decent better best careful honest dedicated committed keen
        """
    )
)
"""Before a plain noun these tell what somebody is like, and no occupation."""
_PLAIN: Final = frozenset(
    words(
        """
        worker learner listener leader communicator helper player writer organiser organizer speaker manager
        teacher cook driver planner problem thinker host reader friend
        """
    )
)


def is_occupation(word: str, *, surely: bool = False) -> bool:
    """`surely`: only a word that is known, not one that ends like an occupation."""
    word = word.lower().removesuffix("'s").removesuffix("’s")
    if word in OCCUPATIONS:
        return True
    if word in _NONE or surely:
        return False
    return len(word) > 5 and word.endswith(("er", "or", "ist", "ian", "eer", "man", "woman"))


def names_occupation(phrase: str, *, surely: bool = False) -> bool:
    """Whether a noun phrase ends in an occupation, and not in a trait ("a hard worker")."""
    found = words(phrase)
    if not found or not is_occupation(found[-1], surely=surely):
        return False
    plain = found[-1].lower() in _PLAIN
    if found[-1].lower() == "worker" and len(found) == 1:
        return False
    return not (
        plain and len(found) > 1 and not _TRAITS.isdisjoint(word.lower() for word in found[:-1])
    )
