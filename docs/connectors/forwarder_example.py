#!/usr/bin/env python3
"""A complete notification forwarder for Warung (mutations.md, dialect `native`) with only Python's standard library.

    FORWARDER_SECRET=... python3 forwarder_example.py --url https://shop.example/hooks/mutations/7 --spool spool.jsonl

It reads one notification per line from its standard input, as JSON: package, title, text, posted (milliseconds since 1970). On a phone with
Termux that line comes from `termux-notification-list`. Every notification is written to the spool before it is sent, and removed
once the shop has it, so that no money is lost if the network or the phone fails. A heartbeat is sent when no notification waits.
"""

import argparse
import hashlib
import hmac
import json
import os
import sys
import threading
import time
import urllib.error
import urllib.request

PATIENCE_S = 15
PAUSE_S, PAUSE_S_MAX = 1, 300


class Spool:
    """Notifications that the shop does not have yet, oldest first, in a file."""

    def __init__(self, path):
        self.path, self.lock = path, threading.Condition()
        self.waiting = []
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                self.waiting = [json.loads(line) for line in file if line.strip()]

    def add(self, notification):
        with self.lock:
            self.waiting.append(notification)
            self.write()
            self.lock.notify()

    def first(self, timeout_s):
        with self.lock:
            if not self.waiting:
                self.lock.wait(timeout_s)
            return self.waiting[0] if self.waiting else None

    def done(self):
        with self.lock:
            self.waiting.pop(0)
            self.write()

    def write(self):
        with open(self.path + ".new", "w", encoding="utf-8") as file:
            file.writelines(json.dumps(each) + "\n" for each in self.waiting)
            file.flush()
            os.fsync(file.fileno())
        os.replace(self.path + ".new", self.path)


class Forwarder:
    def __init__(self, url, secret, device):
        self.url, self.secret, self.device = url, secret.encode(), device

    def send(self, body):
        """Posts one body. Returns the status, or None if there was no answer."""
        raw = json.dumps(body, ensure_ascii=False).encode()
        # Each attempt has a new signature: a time more than five minutes off is rejected.
        timestamp = str(int(time.time()))
        signature = hmac.new(self.secret, timestamp.encode() + b"." + raw, hashlib.sha256).hexdigest()
        headers = {
            "Content-Type": "application/json",
            "X-Mutation-Timestamp": timestamp,
            "X-Mutation-Nonce": os.urandom(16).hex(),
            "X-Mutation-Signature": f"sha256={signature}",
        }
        request = urllib.request.Request(self.url, data=raw, headers=headers, method="POST")
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return None

    def notify(self, told):
        return self.send(
            {
                "event_id": event_id(told),
                "occurred_at": told["posted"],
                "package_name": told["package"],
                "title": told["title"],
                "text": told["text"],
                "device_id": self.device,
            }
        )

    def heartbeat(self):
        sent_at = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime())
        beat = {"type": "heartbeat", "device_id": self.device, "listener_connected": True, "sent_at": sent_at}
        return self.send(beat)


def event_id(told):
    """Returns the same id for a notification however often the phone reports it."""
    named = json.dumps([told["package"], told["title"], told["text"], told["posted"]])
    return hashlib.sha256(named.encode()).hexdigest()[:32]


def listen(spool, apps, ended):
    for line in sys.stdin:
        try:
            told = json.loads(line)
            notification = {name: told[name] for name in ("package", "title", "text", "posted")}
        except (ValueError, KeyError, TypeError):
            print("a line is no notification", file=sys.stderr, flush=True)
            continue
        if not apps or notification["package"] in apps:
            spool.add(notification)
    ended.set()


def work(spool, forwarder, heartbeat_s, ended):
    pause_s, beaten_at = PAUSE_S, -heartbeat_s
    while True:
        told = spool.first(min(1, heartbeat_s))
        if told is not None:
            status = forwarder.notify(told)
            # A notification that the shop cannot read (400) is never readable; a wrong secret or clock can be corrected.
            if status in (200, 400):
                spool.done()
                pause_s = PAUSE_S
            else:
                print(f"not taken: {status}", file=sys.stderr, flush=True)
                time.sleep(pause_s)
                pause_s = min(PAUSE_S_MAX, pause_s * 2)
        elif ended.is_set():
            return
        # A heartbeat means that everything older was delivered, so it is sent only when nothing waits.
        elif time.monotonic() - beaten_at >= heartbeat_s and forwarder.heartbeat() == 200:
            beaten_at = time.monotonic()


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--url", required=True, help="{BASE_URL}/hooks/mutations/{connection id}")
    options.add_argument("--spool", required=True)
    options.add_argument("--apps", nargs="*", default=[])
    options.add_argument("--device", default="phone")
    options.add_argument("--heartbeat-s", type=float, default=60)
    chosen = options.parse_args()
    shared_secret = os.environ.get("FORWARDER_SECRET", "")
    if len(shared_secret) < 16:
        raise SystemExit("FORWARDER_SECRET is the secret of the connection, 16 characters or more")
    queue, over = Spool(chosen.spool), threading.Event()
    threading.Thread(target=listen, args=(queue, set(chosen.apps), over), daemon=True).start()
    sender = Forwarder(chosen.url, shared_secret, chosen.device)
    work(queue, sender, chosen.heartbeat_s, over)
