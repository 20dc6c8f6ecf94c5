"""Payments, orders, stock, bills and webhooks of a Warung shop."""

from __future__ import annotations

import http.client
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, TypedDict, Union

from . import types, webhooks
from .webhooks import SignatureError, SignedExample, WebhookMessage

if TYPE_CHECKING:
    from typing_extensions import Unpack

__version__ = "1.0.0"

# A first failure may be a restart; a third one is an outage.
_FAILURES_MAX = 2
_FIRST_PAUSE = 0.5
# With a Retry-After the shop itself promises to be available.
_PROMISED_RETRIES_MAX = 5
_ANSWER_BYTES_MAX = 32 * 1024 * 1024


class WarungError(Exception):
    """The exception of every refused or failed call.

    ``code`` identifies the error for programs (docs/errors.md of Warung lists all), ``fields`` are the invalid fields,
    ``request_id`` identifies the request for the shop's operator, ``status`` is the HTTP status (0 without an answer),
    ``retry_after`` are the seconds after which the shop accepts the call again (None if it named none), and ``body`` is
    the whole answer: with ``reference_taken``, it has the payment's ``invoice_id``, ``payment_url`` and ``expires_at``.
    """

    def __init__(
        self,
        message: str,
        code: str,
        *,
        status: int = 0,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
        body: Optional[Mapping[str, Any]] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.request_id = request_id
        self.retry_after = retry_after
        self.body: Mapping[str, Any] = body or {}
        self.fields: List[types.ErrorAnswerFieldsEntry] = self.body.get("fields") or []


class InvalidRequestError(WarungError):
    """400: something in the request is not valid; ``fields`` names it."""


class AuthenticationError(WarungError):
    """401: the key is missing, not valid, or has ended."""


class ForbiddenError(WarungError):
    """The key is valid, but may not make this call."""


class NotFoundError(WarungError):
    """404: this account and mode have no such object."""


class ConflictError(WarungError):
    """409 and 422: about the ``Idempotency-Key``, or something that the shop is still creating."""


class RateLimitError(WarungError):
    """429, after the retries: ``retry_after`` is the time to wait before the next attempt."""


class ServerError(WarungError):
    """500 and above, after the retries, or an answer that does not come from the shop."""


class NetworkError(WarungError):
    """No answer came, after the retries: the address, the network or the time limit."""


class EventPage(TypedDict):
    data: List[types.ShopEvent]
    next_cursor: str
    has_more: bool


class Warung:
    """A client of one account of a Warung shop. Its key belongs in a backend, never in a page.

    ``base_url`` is the shop's address, such as https://shop.example; ``api_key`` begins with wrg_test_ or wrg_live_.
    ``timeout`` is how many seconds one attempt may take (a provider's code may take 35), ``max_wait`` how many all
    waits of a call may take together: a longer ``Retry-After`` is raised at once.
    """

    def __init__(self, base_url: str, api_key: str, *, timeout: float = 45, max_wait: float = 60) -> None:
        if not re.match(r"https?://[^/]", base_url):
            raise ValueError("base_url is the address of a shop: https://...")
        # A key from a file or variable often ends with a line break; http.client would print the key in its error.
        key = (api_key or "").strip()
        if not re.fullmatch(r"[!-~]+", key):
            raise ValueError('api_key is missing or damaged: `warung key create` or the page "API keys" makes one')
        self._base_url = re.sub(r"(/api)?/?\Z", "", base_url, count=1)
        self._api_key = key
        self._timeout = timeout
        self._max_wait = max_wait
        self._opener = urllib.request.build_opener(_NoRedirects)
        self.payments = Payments(self)
        self.refunds = Refunds(self)
        self.orders = Orders(self)
        self.stock = Stock(self)
        self.bills = Bills(self)
        self.transfers = Transfers(self)
        self.events = Events(self)
        self.qris = Qris(self)
        self.webhooks = webhooks

    def request(
        self, method: str, path: str, fields: Optional[Mapping[str, Any]] = None, idempotency_key: Optional[str] = None
    ) -> Dict[str, Any]:
        """Calls any endpoint of the API, with the same retries and errors; returns its whole answer."""
        url = f"{self._base_url}/api{path}"
        headers = {
            "Accept": "application/json",
            "X-API-Key": self._api_key,
            # The account may prefer the other dialect, but this client's types describe this one.
            "X-API-Variant": "detailed",
            "User-Agent": f"warung-sdk-python/{__version__}",
        }
        body: Optional[bytes] = None
        if method == "GET":
            query = {name: _text(value) for name, value in (fields or {}).items() if value is not None}
            url += "?" + urllib.parse.urlencode(query) if query else ""
        else:
            headers["Content-Type"] = "application/json"
            headers["Idempotency-Key"] = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
            body = json.dumps(fields or {}).encode()
        waited = 0.0
        failures = 0
        while True:
            outcome = self._attempt(urllib.request.Request(url, data=body, headers=headers, method=method))
            if not isinstance(outcome, WarungError):
                return outcome
            pause = _pause_after(outcome, failures)
            if pause is None or waited + pause > self._max_wait:
                raise outcome
            failures += 1
            waited += pause
            time.sleep(pause)

    def _attempt(self, request: urllib.request.Request) -> Union[Dict[str, Any], WarungError]:
        deadline = time.monotonic() + self._timeout
        try:
            try:
                response = self._opener.open(request, timeout=self._timeout)
            except urllib.error.HTTPError as refusal:
                response = refusal
            with response:
                text = _read_all(response, deadline)
        except (OSError, http.client.HTTPException) as failure:
            problem = getattr(failure, "reason", failure) or type(failure).__name__
            error = NetworkError(f"{request.host} did not answer: {problem}", "network_failure")
            error.__cause__ = failure
            return error
        status: int = response.status if hasattr(response, "status") else response.code
        answer = _parse(text)
        if 200 <= status < 300 and answer is not None:
            return answer
        return _error(status, answer or {}, response.headers)

    def _get(self, path: str, fields: Mapping[str, Any]) -> Any:
        return _data(self.request("GET", path, fields))

    def _post(self, path: str, fields: Mapping[str, Any], idempotency_key: Optional[str]) -> Any:
        return _data(self.request("POST", path, fields, idempotency_key))

    def _iterate(self, path: str, params: Mapping[str, Any], ids: Sequence[str]) -> Iterator[Any]:
        # In a newest-first list, new entries make the next page repeat the last entries of this one.
        seen = set()
        current: Optional[Mapping[str, Any]] = params
        while current is not None:
            answer = self.request("GET", path, current)
            for entry in answer["data"]:
                identity: Tuple[Any, ...] = tuple(entry[field] for field in ids)
                if identity not in seen:
                    yield entry
                seen.add(identity)
            following = _next(answer, current)
            if following == current:
                raise ServerError("the shop repeats a page of a list", "unexpected_answer", status=200)
            current = following


class Payments:
    def __init__(self, warung: Warung) -> None:
        self._warung = warung

    def create(
        self, *, idempotency_key: Optional[str] = None, **params: Unpack[types.CreatePaymentParams]
    ) -> types.CreatedPayment:
        """Creates a payment; with ``reuse``, returns an open or paid payment with this ``reference`` instead."""
        return self._warung._post("/create-payment", params, idempotency_key)

    def get(self, invoice: str) -> types.PaymentStatus:
        return self._warung._get("/check-payment", {"invoice": invoice})

    def list(self, **params: Unpack[types.ListPaymentsParams]) -> Iterator[types.ListedPayment]:
        """Iterates over all matching payments, newest first."""
        return self._warung._iterate("/list-payments", params, ["invoice_id"])

    def cancel(self, invoice: str, *, idempotency_key: Optional[str] = None) -> types.PaymentStatus:
        return self._warung._post("/cancel-payment", {"invoice": invoice}, idempotency_key)

    def explain(self, invoice: str) -> types.PaymentExplanation:
        """Returns why the payment has its status, and what to do next."""
        return self._warung._get("/explain-payment", {"invoice": invoice})

    def simulate(
        self, invoice: str, *, idempotency_key: Optional[str] = None, **params: Unpack[types.SimulatePaymentParams]
    ) -> types.SimulatedPayment:
        """Simulates the arrival of its money; only with a test key."""
        return self._warung._post("/simulate-payment", {"invoice": invoice, **params}, idempotency_key)


class Refunds:
    def __init__(self, warung: Warung) -> None:
        self._warung = warung

    def create(
        self, invoice: str, *, idempotency_key: Optional[str] = None, **params: Unpack[types.RefundPaymentParams]
    ) -> types.ListedPayment:
        """Refunds a paid payment: the whole rest, or an ``amount``."""
        return self._warung._post("/refund-payment", {"invoice": invoice, **params}, idempotency_key)

    def note(self, invoice: str, *, idempotency_key: Optional[str] = None) -> types.Movement:
        """Records that you returned all money of a paid payment yourself."""
        return self._warung._post("/note-refund", {"invoice": invoice}, idempotency_key)


class Orders:
    def __init__(self, warung: Warung) -> None:
        self._warung = warung

    def list(self, **params: Unpack[types.ListOrdersParams]) -> Iterator[types.ListedOrder]:
        """Iterates over all matching orders, newest first."""
        return self._warung._iterate("/msgstore-orders", params, ["order_number"])

    def get(self, order_number: str) -> types.Order:
        return self._warung._get("/msgstore-orders", {"order_number": order_number})

    def complete(
        self, order_number: str, *, idempotency_key: Optional[str] = None, **params: Unpack[types.CompleteOrderParams]
    ) -> types.CompletedOrder:
        fields = {"order_number": order_number, **params}
        return self._warung._post("/msgstore-complete", fields, idempotency_key)["order"]

    def ship(
        self, order_number: str, *, idempotency_key: Optional[str] = None, **params: Unpack[types.ShipOrderParams]
    ) -> types.ShippedOrder:
        fields = {"order_number": order_number, **params}
        return self._warung._post("/msgstore-ship", fields, idempotency_key)["order"]


class Stock:
    def __init__(self, warung: Warung) -> None:
        self._warung = warung

    def list(self, **params: Unpack[types.ListStockParams]) -> Iterator[types.Stock]:
        """Iterates over the stock of everything that the store sells."""
        return self._warung._iterate("/list-stock", params, ["product", "variant"])

    def set(
        self, product: str, *, idempotency_key: Optional[str] = None, **params: Unpack[types.SetStockParams]
    ) -> types.Stock:
        return self._warung._post("/set-stock", {"product": product, **params}, idempotency_key)


class Bills:
    def __init__(self, warung: Warung) -> None:
        self._warung = warung

    def create(self, *, idempotency_key: Optional[str] = None, **params: Unpack[types.CreateBillParams]) -> types.Bill:
        return self._warung._post("/create-bill", params, idempotency_key)

    def get(self, bill: str) -> types.WholeBill:
        """Returns a bill by its id or slug."""
        return self._warung._get("/check-bill", {"bill": bill})

    def list(self, **params: Unpack[types.ListBillsParams]) -> Iterator[types.Bill]:
        """Iterates over all matching bills, newest first."""
        return self._warung._iterate("/list-bills", params, ["bill"])

    def update(
        self, bill: str, *, idempotency_key: Optional[str] = None, **params: Unpack[types.UpdateBillParams]
    ) -> types.Bill:
        return self._warung._post("/update-bill", {"bill": bill, **params}, idempotency_key)

    def close(self, bill: str, *, idempotency_key: Optional[str] = None) -> types.Bill:
        return self._warung._post("/close-bill", {"bill": bill}, idempotency_key)


class Transfers:
    def __init__(self, warung: Warung) -> None:
        self._warung = warung

    def list(self, **params: Unpack[types.ListTransfersParams]) -> Iterator[types.Transfer]:
        """Iterates over the money that arrived, newest first."""
        return self._warung._iterate("/list-transfers", params, ["transfer_id"])

    def review(
        self, transfer_id: int, *, idempotency_key: Optional[str] = None, **params: Unpack[types.ReviewTransferParams]
    ) -> types.Transfer:
        """Resolves a transfer in review."""
        return self._warung._post("/review-transfer", {"transfer_id": transfer_id, **params}, idempotency_key)


class Events:
    def __init__(self, warung: Warung) -> None:
        self._warung = warung

    def list(self, **params: Unpack[types.ListEventsParams]) -> EventPage:
        """Returns one page of events, oldest first.

        Store ``next_cursor`` together with what you did, and continue from it.
        """
        answer = self._warung.request("GET", "/events", params)
        return {"data": answer["data"], **answer["pagination"]}

    def iterate(self, **params: Unpack[types.ListEventsParams]) -> Iterator[types.ShopEvent]:
        """Iterates over all events from ``cursor`` to the present."""
        return self._warung._iterate("/events", params, ["id"])


class Qris:
    def __init__(self, warung: Warung) -> None:
        self._warung = warung

    def convert(
        self, *, idempotency_key: Optional[str] = None, **params: Unpack[types.ConvertQrisParams]
    ) -> types.QrisConversion:
        """Writes an amount into a code, given as text, base64 of a picture, or a picture's address."""
        return self._warung._post("/qris-convert", params, idempotency_key)

    def info(self, *, idempotency_key: Optional[str] = None, **params: Unpack[types.ReadQrisParams]) -> types.QrisInfo:
        """Reads a code: its merchant, and whether it is valid."""
        return self._warung._post("/qris-info", params, idempotency_key)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirects, so that the key is sent to no other address."""

    def redirect_request(self, *_args: Any, **_kwargs: Any) -> None:
        return None


def _read_all(response: Any, deadline: float) -> bytes:
    """Reads an answer up to the maximum length. A longer one is cut, so it is not valid JSON."""
    chunks: List[bytes] = []
    size = 0
    while size <= _ANSWER_BYTES_MAX:
        # The socket's own limit restarts with each byte that arrives.
        if time.monotonic() > deadline:
            raise TimeoutError("timed out")
        chunk = response.read1(65536) if hasattr(response, "read1") else response.read()
        if not chunk:
            break
        chunks.append(chunk)
        size += len(chunk)
    return b"".join(chunks)


def _parse(text: bytes) -> Optional[Dict[str, Any]]:
    try:
        answer = json.loads(text.decode("utf-8"))
    except ValueError:
        return None
    return answer if isinstance(answer, dict) else None


def _text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _data(answer: Dict[str, Any]) -> Any:
    return answer["data"] if "data" in answer else {name: answer[name] for name in answer if name != "success"}


def _next(answer: Mapping[str, Any], params: Mapping[str, Any]) -> Optional[Mapping[str, Any]]:
    """Returns the fields of the next page; None after the last."""
    count = len(answer["data"])
    if count == 0:
        return None
    pagination = answer.get("pagination")
    if pagination is None:
        offset = (params.get("offset") or 0) + count
        return {**params, "offset": offset} if offset < answer["total"] else None
    if "next_cursor" in pagination:
        is_more = pagination["next_cursor"] is not None and pagination.get("has_more", True)
        return {**params, "page": None, "cursor": pagination["next_cursor"]} if is_more else None
    page = pagination["page"]
    return {**params, "page": page + 1} if page < pagination["total_pages"] else None


def _error(status: int, answer: Mapping[str, Any], headers: Mapping[str, str]) -> WarungError:
    # A gateway's JSON has other fields, or the same ones with other types.
    is_ours = isinstance(answer.get("code"), str) and isinstance(answer.get("error"), str)
    code = answer["code"] if is_ours else "unexpected_answer"
    return _error_class(status, code)(
        answer["error"] if is_ours else f"HTTP {status} without an answer of the shop: check the address",
        code,
        status=status,
        request_id=answer.get("request_id") or headers.get("X-Request-Id"),
        retry_after=_seconds_until(headers.get("Retry-After")),
        body=answer,
    )


def _error_class(status: int, code: str) -> type[WarungError]:
    if code == "forbidden":
        return ForbiddenError
    classes: Dict[int, type[WarungError]] = {
        401: AuthenticationError,
        403: ForbiddenError,
        409: ConflictError,
        422: ConflictError,
        429: RateLimitError,
    }
    if status in classes:
        return classes[status]
    if code == "unexpected_answer" or not 400 <= status < 500:
        return ServerError
    return NotFoundError if status == 404 else InvalidRequestError


def _seconds_until(header: Optional[str]) -> Optional[float]:
    """Reads ``Retry-After``: seconds, or a date."""
    if header is None:
        return None
    if re.fullmatch(r"[0-9]+", header):
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _pause_after(error: WarungError, failures: int) -> Optional[float]:
    """Returns the seconds to wait before the next attempt; None if a retry would not help."""
    if error.code not in ("idempotency_conflict", "not_ready") and error.status not in (0, 429, 502, 503, 504):
        return None
    if error.retry_after is not None:
        return error.retry_after if failures < _PROMISED_RETRIES_MAX else None
    return _FIRST_PAUSE * 2**failures if failures < _FAILURES_MAX else None


__all__ = [
    "AuthenticationError",
    "ConflictError",
    "EventPage",
    "ForbiddenError",
    "InvalidRequestError",
    "NetworkError",
    "NotFoundError",
    "RateLimitError",
    "ServerError",
    "SignatureError",
    "SignedExample",
    "Warung",
    "WarungError",
    "WebhookMessage",
    "types",
    "webhooks",
]
