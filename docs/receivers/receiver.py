"""A receiver of Warung's callbacks and events. WARUNG_WEBHOOK_SECRET=whsec_... PORT=8000 python3 receiver.py"""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["WARUNG_WEBHOOK_SECRET"].removeprefix("whsec_"))
TOLERANCE_S = 300
if not KEY:  # An attacker could sign with an empty key.
    raise SystemExit("WARUNG_WEBHOOK_SECRET is whsec_ and base64")


def is_genuine(headers, text):
    """Standard Webhooks: the raw body is signed. While a secret is rotated, there are two signatures."""
    webhook_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > TOLERANCE_S:
        return False
    mac = hmac.new(KEY, f"{webhook_id}.{timestamp}.".encode() + text, hashlib.sha256)
    expected = b"v1," + base64.b64encode(mac.digest())
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(one, expected) for one in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        text = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not is_genuine(self.headers, text):
            return self.answer(401)
        try:
            body = json.loads(text)
        except ValueError:
            return self.answer(400)
        # A message to an endpoint has a type, data and a sequence: ignore it if you have a higher sequence. The
        # callback of a payment has an event instead, with its fields at the same level.
        kind, data = (body["type"], body["data"]) if "type" in body else (body.get("event"), body)
        if kind == "payment.paid":
            pass  # Here: unless webhook-id was handled before, mark data["invoice_id"] as paid, in one transaction.
        else:
            print(kind, body.get("sequence"), data.get("invoice_id") or data.get("order_number") or "")
        self.answer(200)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8000))), Receiver).serve_forever()
