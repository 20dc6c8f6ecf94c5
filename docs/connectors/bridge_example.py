#!/usr/bin/env python3
"""A complete bridge for Warung (bridge.md) with only Python's standard library: a wallet whose history is a CSV file.

    BRIDGE_KEY=... python3 bridge_example.py --port 8099 --file history.csv

history.csv has the columns account, reference, amount, time (ISO 8601, in Jakarta time if it has no offset), direction, name, app, and
optionally state, of which only `done` rows are listed. Replace `Wallet` by code that signs in to your provider; the rest can stay. OTP
and PIN of this example are 123456 and 112233.
"""

import argparse
import base64
import csv
import hmac
import json
import os
import re
import secrets
import threading
import time
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

PAGE = 100
LIFE_S = 300
TRIES = 3
JAKARTA = timezone(timedelta(hours=7))
RUPIAH = re.compile(r"(?:Rp\.?)?\s*(\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+)(?:[.,]00?)?(?:,-)?")


class Refused(Exception):
    def __init__(self, status, body):
        self.status, self.body = status, body


def rupiah(text):
    """Reads 10017, 10017.00, 10.017 and Rp 10.017,00 as 10017. Any other text is returned unchanged: Warung shows it to the merchant."""
    match = RUPIAH.fullmatch(text.strip())
    return int(re.sub(r"[.,]", "", match[1])) if match else text


def moment(text):
    """Reads a time without an offset as Jakarta time, which most providers use, whatever this machine's zone is."""
    at = datetime.fromisoformat(text.replace("Z", "+00:00"))
    return (at if at.tzinfo else at.replace(tzinfo=JAKARTA)).astimezone(timezone.utc)


class Wallet:
    """The provider. A real one sends a text message in `send_otp`, and reads its own history in `rows`."""

    def __init__(self, path):
        self.path = path

    def send_otp(self, phone):
        return "123456"

    def is_pin(self, phone, pin):
        return hmac.compare_digest(pin, "112233")

    def account(self, phone):
        return {"number": phone, "holder": "SITI RAHMA", "outlet_name": None, "outlet_id": None, "qris": None}

    def rows(self, phone, since):
        with open(self.path, newline="", encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["account"] == phone]
        # Money that is still pending has not arrived, and often has no reference yet.
        rows = [row for row in rows if (row.get("state") or "done") == "done"]
        for row in rows:
            row["at"] = moment(row["time"])
        rows = [row for row in rows if row["at"] >= since]
        return sorted(rows, key=lambda row: (row["at"], row["reference"]))


class Bridge:
    def __init__(self, key, wallet):
        self.key, self.wallet = key, wallet
        self.attempts, self.lock = {}, threading.Lock()

    # A session that cannot be forged and needs no storage: the number and its signature.
    def seal(self, phone):
        return f"{phone}.{hmac.new(self.key.encode(), phone.encode(), 'sha256').hexdigest()}"

    def open(self, session):
        phone = (session or "").split(".")[0]
        if not hmac.compare_digest((session or "").encode(), self.seal(phone).encode()):
            raise Refused(401, {"error": "the session is not known"})
        return phone

    def connect(self, body):
        phone = str(body.get("fields", {}).get("phone", ""))
        if body.get("connector") != "wallet" or not phone.isdigit():
            raise Refused(422, {"code": "not_accepted", "error": "no wallet has this number", "field": "phone"})
        attempt = {"phone": phone, "state": "otp", "otp": self.wallet.send_otp(phone), "left": TRIES}
        return self.ask(secrets.token_urlsafe(16), attempt)

    def answer(self, body):
        with self.lock:
            attempt = self.attempts.get(body.get("connect_id"))
            if attempt is None or attempt["until"] < time.monotonic():
                raise Refused(422, {"code": "expired", "error": "this attempt is over: start again"})
            if body.get("resend"):
                attempt["otp"] = self.wallet.send_otp(attempt["phone"])
                return self.ask(body["connect_id"], attempt)
            if not self.is_right(attempt, str(body.get("code", ""))):
                attempt["left"] -= 1
                if attempt["left"] == 0:
                    del self.attempts[body["connect_id"]]
                    raise Refused(422, {"code": "too_many_attempts", "error": "too many wrong codes: start again"})
                wrong = {"code": "wrong_code", "error": "the code is wrong", "attempts_left": attempt["left"]}
                raise Refused(422, wrong)
            if attempt["state"] == "otp":
                attempt.update(state="pin", left=TRIES)
                return self.ask(body["connect_id"], attempt)
            del self.attempts[body["connect_id"]]
            phone = attempt["phone"]
            return {"state": "connected", "session": self.seal(phone), "account": self.wallet.account(phone)}

    def is_right(self, attempt, code):
        if attempt["state"] == "pin":
            return self.wallet.is_pin(attempt["phone"], code)
        return hmac.compare_digest(code.encode(), attempt["otp"].encode())

    def ask(self, connect_id, attempt):
        attempt["until"] = time.monotonic() + LIFE_S
        self.attempts[connect_id] = attempt
        phone = attempt["phone"]
        return {
            "state": attempt["state"],
            "connect_id": connect_id,
            "expires_in_s": LIFE_S,
            "attempts_left": attempt["left"],
            "sent_to": f"{phone[:4]}****{phone[-4:]}" if attempt["state"] == "otp" else None,
        }

    def transactions(self, phone, query):
        try:
            since = datetime.fromisoformat(query["since"][0].replace("Z", "+00:00"))
            cursor = json.loads(base64.urlsafe_b64decode(query["cursor"][0])) if "cursor" in query else None
        except (KeyError, ValueError):
            raise Refused(400, {"error": "since or cursor cannot be read"})
        rows = self.wallet.rows(phone, since)
        if cursor is not None:
            # Continues by the position in the list's order, not by a row count: rows may have been added since the last page.
            rows = [row for row in rows if [row["at"].isoformat(), row["reference"]] > cursor]
        page = rows[:PAGE]
        more = len(rows) > PAGE
        last = json.dumps([page[-1]["at"].isoformat(), page[-1]["reference"]]) if more else ""
        return {
            "transactions": [
                {
                    "reference": row["reference"],
                    "amount": rupiah(row["amount"]),
                    "time": row["at"].isoformat(timespec="milliseconds"),
                    "direction": row["direction"],
                    "payer": {"name": row["name"] or None, "app": row["app"] or None},
                }
                for row in page
            ],
            "next_cursor": base64.urlsafe_b64encode(last.encode()).decode() if more else None,
        }


def handler(bridge):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            address = urlsplit(self.path)

            def work():
                phone = bridge.open(self.headers.get("X-Bridge-Session"))
                if address.path == "/account":
                    return {"account": bridge.wallet.account(phone)}
                if address.path == "/transactions":
                    return bridge.transactions(phone, parse_qs(address.query))
                raise Refused(404, {"error": "there is no such address"})

            self.serve(work)

        def do_POST(self):
            length = int(self.headers.get("Content-Length") or 0)
            text = self.rfile.read(min(length, 65_536))

            def work():
                routes = {"/connect": bridge.connect, "/connect/answer": bridge.answer}
                route = routes.get(urlsplit(self.path).path)
                if route is None:
                    raise Refused(404, {"error": "there is no such address"})
                try:
                    body = json.loads(text)
                except ValueError:
                    raise Refused(400, {"error": "the body is not JSON"})
                return route(body)

            self.serve(work)

        def serve(self, work):
            try:
                given = self.headers.get("Authorization") or ""
                if not hmac.compare_digest(given.encode(), f"Bearer {bridge.key}".encode()):
                    raise Refused(401, {"error": "the key is not known"})
                status, body = 200, work()
            except Refused as refused:
                status, body = refused.status, refused.body
            except Exception as error:  # A provider that fails is an error, never an empty list.
                status, body = 502, {"error": type(error).__name__}
            text = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_):
            pass  # The log lines would contain phone numbers.

    return Handler


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--port", type=int, default=8099)
    options.add_argument("--file", required=True)
    chosen = options.parse_args()
    shared_key = os.environ.get("BRIDGE_KEY", "")
    if len(shared_key) < 16:
        raise SystemExit("BRIDGE_KEY is the key that Warung sends, 16 characters or more")
    server = ThreadingHTTPServer(("127.0.0.1", chosen.port), handler(Bridge(shared_key, Wallet(chosen.file))))
    print(f"listening on {server.server_address[1]}", flush=True)
    server.serve_forever()
