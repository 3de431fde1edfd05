"""Why a turn was decided so."""

from __future__ import annotations

from enum import StrEnum


class TurnCause(StrEnum):
    """Why. Public values: logs and records carry them."""

    NO_SPEECH = "no_speech"
    """There is no voice in it at all."""
    NO_WORDS_YET = "no_words_yet"
    NO_WORDS = "no_words"
    """A voice, and the recogniser is sure that it said nothing: a cough, a laugh."""
    ACK = "ack"
    ACK_SO_FAR = "ack_so_far"
    """Only a backchannel until now; the next word may make it speech."""
    HUM = "hum"
    """A closed mouth, whatever words the recogniser made of it."""
    FEW_WORDS = "few_words"
    """A word or two, and more may follow: first guesses at a backchannel are often wrong words."""
    LIKE_ACK = "like_ack"
    """Other words, but most likely a backchannel or nothing: by their alternatives, their sound, and how far they
    are trusted."""
    STOP_WORD = "stop_word"
    LIKE_STOP = "like_stop"
    """Other words, but most likely a stop word or a request: "so down" for "slow down"."""
    SPEECH = "speech"
    """Real words over the interviewer."""
    LONG_VOICE = "long_voice"
    """A voice over the interviewer for so long that it is no backchannel, and still no words."""
    YES_NO_PENDING = "yes_no_pending"
    """A reply over a yes/no question that still sounds: its last words, or the middle of it?"""
    YES_NO_TAIL = "yes_no_tail"
    SPOKEN_BEFORE = "spoken_before"
    """The interviewer became audible only after (or just while) this was said."""
    WHILE_COMPOSING = "while_composing"
    """The candidate goes on before the interviewer's reply can be heard."""
    LIKE_REQUEST = "like_request"
    """To a silent interviewer, other words, but a request by their alternatives and their sound: "cut your
    mis-rase hat" for "could you rephrase that"."""
    INTERVIEWER_SILENT = "interviewer_silent"
