import json
import os

import openapi_client
from openapi_client.models.create_payment_request import CreatePaymentRequest
from openapi_client.models.simulate_payment_request import SimulatePaymentRequest

configuration = openapi_client.Configuration(host=os.environ["WARUNG_URL"])
configuration.api_key["header"] = os.environ["WARUNG_API_KEY"]
with openapi_client.ApiClient(configuration) as client:
    payments = openapi_client.PaymentsApi(client)
    created = payments.create_payment(CreatePaymentRequest(amount=15000, payment_method="wallet_direct")).data
    payments.simulate_payment(SimulatePaymentRequest(invoice=created.invoice_id))
    checked = payments.check_payment(created.invoice_id)
    try:
        payments.create_payment(CreatePaymentRequest(amount=600000, payment_method="qris"))
    except openapi_client.ApiException as error:
        print(created.invoice_id, created.status, checked.status, json.loads(error.body)["code"])
