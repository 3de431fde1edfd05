"""The mail server of the settings."""

from __future__ import annotations

from greenroom.adapters.mail import Post, SmtpMailer
from greenroom.settings import Settings


def mailer(settings: Settings) -> SmtpMailer | None:
    """None where no mail server is set."""
    if settings.smtp_host is None or settings.smtp_from is None:
        return None
    return SmtpMailer(
        Post(
            settings.smtp_host,
            settings.smtp_port,
            settings.smtp_security,
            settings.smtp_from,
            settings.smtp_user,
            settings.smtp_password if settings.smtp_user else None,
        )
    )
