"""python3 -m unittest discover tests"""

import json
import pathlib
import unittest

from warung import SignatureError, webhooks

VECTORS = json.loads((pathlib.Path(__file__).parents[2] / "sdk-vectors.json").read_text("utf-8"))
SECRET = VECTORS[0]["secrets"][0]


def verdict(body, headers, secrets, **options):
    """Returns verify's result: the facts of the message, or the reason why it is rejected."""
    try:
        message = webhooks.verify(body, headers, secrets, **options)
    except SignatureError as error:
        return error.reason
    facts = {"id": message.id, "type": message.type, "sequence": message.sequence, "is_test": message.is_test}
    return {**facts, "invoice_id": message.data.get("invoice_id")}


class Verify(unittest.TestCase):
    def test_takes_and_refuses_each_vector(self):
        for vector in VECTORS:
            headers = vector["headers"]
            environment = {"HTTP_" + name.upper().replace("-", "_"): value for name, value in headers.items()}
            for form in (headers, {**environment, "wsgi.input": object()}):
                for body in (vector["body"], vector["body"].encode()):
                    with self.subTest(vector["name"]):
                        said = verdict(body, form, vector["secrets"], now=vector["now"])
                        self.assertEqual(said, vector["expected"])

    def test_refuses_a_parsed_body_in_words(self):
        with self.assertRaisesRegex(TypeError, "raw body"):
            webhooks.verify({}, {}, SECRET)

    def test_refuses_a_missing_secret(self):
        body, headers = webhooks.example(SECRET)
        for missing in (None, "", []):
            self.assertEqual(verdict(body, headers, missing), "bad_secret")

    def test_takes_a_longer_tolerance(self):
        body, headers = webhooks.example(SECRET, timestamp=1000)
        self.assertIsInstance(verdict(body, headers, SECRET, now=1900, tolerance=900), dict)
        self.assertEqual(verdict(body, headers, SECRET, now=1901, tolerance=900), "too_old")


class Examples(unittest.TestCase):
    def test_are_signed_as_the_shop_does(self):
        for vector in VECTORS:
            headers = {name.lower(): value for name, value in vector["headers"].items()}
            if isinstance(vector["expected"], str) or " " in headers["webhook-signature"]:
                continue
            timestamp = int(headers["webhook-timestamp"])
            made = webhooks.sign(vector["body"], vector["secrets"][-1], id=headers["webhook-id"], timestamp=timestamp)
            self.assertEqual(made["webhook-signature"], headers["webhook-signature"])

    def test_are_accepted_now(self):
        body, headers = webhooks.example(SECRET, {"reference": "ORDER-7"})
        self.assertEqual(webhooks.verify(body, headers, SECRET).data["reference"], "ORDER-7")
        body, headers = webhooks.example(SECRET, {"order_number": "A-1"}, type="order.paid")
        message = webhooks.verify(body, headers, SECRET)
        self.assertEqual((message.type, message.sequence, message.data), ("order.paid", 1, {"order_number": "A-1"}))


if __name__ == "__main__":
    unittest.main()
