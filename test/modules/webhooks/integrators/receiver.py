# Written only from docs/api.md, with the Standard Webhooks library.
import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

NAMES = {
    "payment": "invoice_id",
    "transfer": "transfer_id",
    "order": "order_number",
    "bill": "bill",
    "shift": "shift_id",
    "stock": "product",
    "customer": "customer",
    "withdrawal": "id",
    "connection": "connection_id",
    "endpoint": "endpoint_id",
}
seen = set()
newest = {}


def take(event):
    kind = event["type"].split(".")[0]
    data = event["data"]
    thing = f"{kind} {data[NAMES[kind]]} {data.get('variant', '')}".strip()
    is_old = event["id"] in seen or newest.get(thing, 0) > event["sequence"]
    seen.add(event["id"])
    if not is_old:
        newest[thing] = event["sequence"]
    return f"{'dropped' if is_old else 'kept'} {event['type']} {thing}"


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            print(take(Webhook(os.environ["SECRET"]).verify(body, headers)), flush=True)
            self.send_response(204)
        except WebhookVerificationError as error:
            print(f"refused {error}", flush=True)
            self.send_response(401)
        self.end_headers()

    def log_message(self, *_):
        pass


HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
