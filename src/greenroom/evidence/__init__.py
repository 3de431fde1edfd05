"""Claims rest on words that were said: quotes located in a transcript by code, or refused."""

from greenroom.evidence.quotes import Quote, Searchable, Span, locate

__all__ = ["Quote", "Searchable", "Span", "locate"]
