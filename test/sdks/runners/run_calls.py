# Executes calls, one per line of JSON, with the SDK that is installed next to it, and prints their results.
import itertools
import json
import sys

from warung import SignatureError, Warung, WarungError, webhooks

PLAIN = ("get", "cancel", "explain", "note", "close")


def carry_out(line):
    params = line.get("params", {})
    if line["call"] == "webhooks.verify":
        message = webhooks.verify(params["body"], params["headers"], params["secret"])
        return {"id": message.id, "type": message.type, "data": message.data}
    client = line["client"]
    limits = {"timeout": client.get("timeoutS", 45), "max_wait": client.get("maxWaitS", 60)}
    group, method = line["call"].split(".")
    named = dict(params)
    if "key" in line:
        named["idempotency_key"] = line["key"]
    args = [line["id"]] if "id" in line else []
    made = getattr(getattr(Warung(client["url"], client["key"], **limits), group), method)(*args, **named)
    return list(itertools.islice(made, line.get("max", 1000))) if hasattr(made, "__next__") else made


for text in sys.stdin:
    try:
        said = {"value": carry_out(json.loads(text))}
    except WarungError as error:
        names = ("code", "fields", "request_id", "status", "retry_after", "body")
        facts = {name: getattr(error, name) for name in names}
        said = {"error": {"kind": type(error).__name__, "message": str(error), **facts}}
    except SignatureError as error:
        said = {"error": {"kind": "SignatureError", "reason": error.reason}}
    print(json.dumps(said), flush=True)
