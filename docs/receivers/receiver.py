"""A receiver of Warung's callbacks. WARUNG_WEBHOOK_SECRET=whsec_... PORT=8000 python3 receiver.py"""

import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["WARUNG_WEBHOOK_SECRET"].encode()
TOLERANCE_S = 300


def is_genuine(headers, body):
    timestamp = headers.get("X-Webhook-Timestamp", "")
    invoice = headers.get("X-Invoice-ID", "")
    signed = f"{invoice}|paid|{body.get('final_amount')}|{timestamp}"
    expected = hmac.new(SECRET, signed.encode(), hashlib.sha256).hexdigest()
    is_fresh = timestamp.isdigit() and abs(time.time() - int(timestamp)) <= TOLERANCE_S
    is_same = body.get("invoice_id") == invoice and body.get("status") == "paid"
    given = headers.get("X-Webhook-Signature", "")
    return is_fresh and is_same and hmac.compare_digest(expected.encode(), given.encode())


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
            genuine = is_genuine(self.headers, body)
        except (ValueError, AttributeError):
            return self.answer(400)
        # Here, when genuine: unless X-Webhook-Id was handled before, mark the invoice as paid, in one transaction.
        self.answer(200 if genuine else 401)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8000))), Receiver).serve_forever()
