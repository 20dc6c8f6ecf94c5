"""Verifies webhooks, and creates signed examples for the tests of a receiver."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
import uuid
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Union


class SignatureError(Exception):
    """Raised for a webhook that the shop did not send, or whose time is out of tolerance. Answer it with 401.

    ``reason`` is bad_secret, missing_headers, bad_signature, bad_timestamp, too_old, too_new or not_json.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True)
class WebhookMessage:
    """A verified callback of a payment, or a verified event of an endpoint."""

    id: str
    """Identical in every attempt: store it with your changes, and ignore the message if you already have it."""
    type: str
    """The type, such as ``payment.paid``."""
    data: Dict[str, Any]
    """The payment, the order or another object, depending on the type."""
    sequence: Optional[int]
    """The sequence of an event: ignore it if you have a higher one for the same object. None for a callback."""
    timestamp: int
    """The time of sending, in seconds since 1970."""
    is_test: bool
    """Whether the merchant only tests the address, and no payment was made."""
    body: Dict[str, Any]
    """The whole body."""


class SignedExample(NamedTuple):
    body: bytes
    headers: Dict[str, str]


def verify(
    raw_body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str], None],
    *,
    tolerance: int = 300,
    now: Optional[float] = None,
) -> WebhookMessage:
    """Verifies a webhook by its raw body, before any parser, and returns its message.

    Raises SignatureError otherwise. While a secret is rotated, give both. ``headers`` are those of Flask, Django
    (``request.headers``), FastAPI, a WSGI environment or a plain dictionary. ``tolerance`` is how many seconds the
    sender's clock and yours may differ; ``now`` is the current time in seconds since 1970, for tests.
    """
    if not isinstance(raw_body, (bytes, bytearray, str)):
        raise TypeError("webhooks.verify needs the raw body, bytes or a string, and not what a parser made of it")
    secrets: Sequence[Optional[str]] = [secret] if secret is None or isinstance(secret, str) else secret
    keys = [_key(one) for one in secrets]
    if not keys:
        raise SignatureError("bad_secret", "no secret was given")
    body = raw_body.encode() if isinstance(raw_body, str) else bytes(raw_body)
    given = _lowered(headers)
    message_id, sent_at, signatures = (given.get("webhook-" + name, "") for name in ("id", "timestamp", "signature"))
    if not (message_id and sent_at and signatures):
        raise SignatureError("missing_headers", "webhook-id, webhook-timestamp or webhook-signature is missing")
    candidates = [candidate.encode("utf-8", "replace") for candidate in signatures.split(" ")]
    expected = [_signature(key, message_id, sent_at, body).encode() for key in keys]
    if not any([hmac.compare_digest(one, candidate) for one in expected for candidate in candidates]):
        raise SignatureError("bad_signature", "no signature is one of this secret over this body")
    timestamp = _check_time(sent_at, tolerance, time.time() if now is None else now)
    parsed = _parse(body)
    data = parsed.get("data")
    sequence = parsed.get("sequence")
    return WebhookMessage(
        id=message_id,
        type=str(parsed.get("type") or parsed.get("event") or ""),
        data=data if isinstance(data, dict) else parsed,
        sequence=sequence if isinstance(sequence, int) else None,
        timestamp=timestamp,
        is_test=given.get("x-webhook-test") == "1",
        body=parsed,
    )


def sign(
    body: Union[bytes, str], secret: str, *, id: Optional[str] = None, timestamp: Optional[int] = None
) -> Dict[str, str]:
    """Signs a body as the shop does, for the tests of your receiver; returns the headers."""
    message_id = id or str(uuid.uuid4())
    sent_at = str(int(time.time()) if timestamp is None else timestamp)
    raw = body.encode() if isinstance(body, str) else body
    return {
        "content-type": "application/json",
        "webhook-id": message_id,
        "webhook-timestamp": sent_at,
        "webhook-signature": _signature(_key(secret), message_id, sent_at, raw),
    }


def example(
    secret: str,
    data: Optional[Mapping[str, Any]] = None,
    *,
    type: Optional[str] = None,
    id: Optional[str] = None,
    timestamp: Optional[int] = None,
) -> SignedExample:
    """Creates a signed example for the tests of your receiver: its raw body and its headers.

    With a type it is an event as endpoints get it; without, the callback ``payment.paid``. ``data`` replaces fields.
    """
    message_id = id or str(uuid.uuid4())
    sent_at = int(time.time()) if timestamp is None else timestamp
    message: Dict[str, Any] = {**_PAID, "timestamp": sent_at, **(data or {})}
    if type is not None:
        created_at = datetime.fromtimestamp(sent_at, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        message = {"id": message_id, "type": type, "version": 1, "created_at": created_at}
        message.update({"mode": "test", "sequence": 1, "data": dict(data or {})})
    body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    return SignedExample(body, sign(body, secret, id=message_id, timestamp=sent_at))


# The callback in docs/api.md.
_PAID = {
    "event": "payment.paid",
    "invoice_id": "INV-CZSRHR2XGY9QFHM5YCHN",
    "status": "paid",
    "amount": 15000,
    "final_amount": 15036,
    "unique_code": 36,
    "paid_at": "2026-11-21 13:59:35",
    "paid_amount": 15036,
    "paid_reff_num": "413255111",
    "payment_method": "qris",
    "paid_via": "qris",
    "customer_name": "Siti Aminah",
    "customer_email": None,
    "customer_phone": None,
    "description": "Kopi susu",
    "redirect_url": None,
    "reference": None,
    "metadata": {},
    "has_file": False,
    "has_content": False,
    "download_token": None,
    "provider_payment_customername": "Zainal Arief",
    "provider_payment_methodby": "Sakuku",
}


def _check_time(sent_at: str, tolerance: int, now: float) -> int:
    if not re.fullmatch(r"[0-9]{1,15}", sent_at):
        raise SignatureError("bad_timestamp", "webhook-timestamp is not a number")
    timestamp = int(sent_at)
    if now - timestamp > tolerance:
        raise SignatureError("too_old", f"it was sent more than {tolerance} s ago")
    if timestamp - now > tolerance:
        raise SignatureError("too_new", "it comes from the future: compare the clocks")
    return timestamp


def _signature(key: bytes, message_id: str, timestamp: str, body: bytes) -> str:
    signed = f"{message_id}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def _key(secret: Optional[str]) -> bytes:
    # An empty or damaged secret would give a key that an attacker can guess.
    text = secret.strip() if isinstance(secret, str) else ""
    text = text[len("whsec_") :] if text.startswith("whsec_") else text
    try:
        key = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise SignatureError("bad_secret", "the secret is not whsec_ and base64: copy it whole from the dashboard")
    return key


def _lowered(headers: Mapping[str, str]) -> Dict[str, str]:
    lowered = {}
    for name, value in headers.items():
        if not isinstance(value, str):
            continue  # A WSGI environment contains more than headers.
        plain = str(name).lower().replace("_", "-")
        lowered[plain[len("http-") :] if plain.startswith("http-") else plain] = value
    return lowered


def _parse(body: bytes) -> Dict[str, Any]:
    try:
        parsed = json.loads(body.decode("utf-8"))
    except ValueError:
        parsed = None
    if not isinstance(parsed, dict):
        raise SignatureError("not_json", "the signed body is not a JSON object")
    return parsed


__all__: List[str] = ["SignatureError", "SignedExample", "WebhookMessage", "example", "sign", "verify"]
