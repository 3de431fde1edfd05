"""English words that the interviewer never says back: protected and private matters, swearing, and words that trail off. Data."""

from __future__ import annotations

from typing import Final

from greenroom_turns.folding import word_set

PRIVATE: Final = word_set("""
    abortion abuse addict addiction adhd aids alcohol alcoholic allah allergy anorexia anxiety arrest arrested
    arthritis asperger asthma atheist autism autistic baby bankruptcy bible bipolar birth black blind blindness
    boyfriend breakdown burnout cancer catholic chemo chemotherapy christian church condition conviction convict
    court-martial criminal cripple custody daughter daughters dead deaf deafness death debt debts depressed
    depression diabetes diabetic diagnosed diagnosis disabilities disability disabled disease divorce divorced
    drug-test dyslexia dyslexic ethnic ethnicity epilepsy epileptic faith family father felony fertility funeral
    gay gender girlfriend god grandfather grandma grandmother grandpa grief gypsy handicap handicapped heart-attack
    hijab hindu hiv husband illness ill immigrant immigration imam infertility injury islam jail jehovah jew
    jewish kids lesbian maternity medication meds menopause mental mentally migraine miscarriage mosque mother
    muslim nationality offence operation overdose panic parole paternity period pill pills politics pope prayer
    prayers pregnancy pregnant priest prison probation psychiatric psychiatrist ptsd quran rabbi race racial rape
    refugee rehab relapse religion religious schizophrenia seizure seizures sentence sex sexual sexuality sick
    sickness sikh sister sisters brother brothers son sons stroke suicide suicidal surgery synagogue temple
    therapist therapy transgender trauma trial tumour tumor union veil wheelchair white widow widower wife
    grandparents grandson granddaughter uncle aunt cousin cousins mum mom dad niece nephew husband's wife's
""")
"""Protected or private matters: never taken up and never praised, whosever they are."""

BODY: Final = word_set("""
    ankle arm arms back body brain chest ear ears eye eyes face foot feet finger fingers hair hearing head health
    heart hip hips joints knee knees leg legs lungs mind neck nerves nose shoulder shoulders sight skin stomach
    teeth throat voice weight wrist wrists
""")
"""What somebody calls "my knees" is their health."""

SWEARING: Final = word_set("""
    arse arsehole ass asshole bastard bastards bitch bitches bloody bollocks bugger bullshit cock crap crappy cunt
    damn damned dick dickhead fuck fucked fucker fucking goddamn hell idiot idiots moron morons piss pissed prick
    shit shits shitty slut stupid twat wanker whore freaking frigging
""")

TRAILING: Final = (
    r"and (?:so on|so forth|all that|everything|(?:stuff|things)(?: like that)?)|"
    r"or (?:something|anything|whatever)(?: like (?:that|this))?|etcetera|etc"
)
"""A pattern of words in which a sentence trails off."""
