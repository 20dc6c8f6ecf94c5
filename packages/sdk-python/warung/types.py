# Generated from docs/openapi.client.json; test/sdks/types.test.ts compares and, with -u, writes it.
# ruff: noqa: E501
"""The types of the shop's requests and answers."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

Courier = Literal["jne", "jnt", "sicepat", "anteraja", "ninja", "pos", "gosend", "grabexpress", "own"]

FailureKind = Literal["unreachable", "unauthorized", "refused", "taken", "unexpected", "silent", "too_late"]

OrderEnd = Literal["completed", "cancelled"]

Receiving = Literal["delivery", "pickup", "dine_in"]

RefundStatus = Literal["requested", "sent", "succeeded", "failed"]

ReviewReason = Literal["unmatched", "early", "late", "inexact", "ambiguous", "cancelled", "paid_twice", "unproved"]

Simulation = Literal["exact", "late", "under", "over", "twice", "other_payer"]


class Bill(TypedDict):
    bill: str
    slug: str
    url: str
    kind: Literal["once", "many", "open"]
    status: Literal["draft", "open", "partly_paid", "paid", "overdue", "closed", "expired"]
    title: str
    amount: Optional[int]
    min_amount: Optional[int]
    max_amount: Optional[int]
    proposed_amount: Optional[int]
    parts: bool
    collected: int
    due: Optional[int]
    excess: int
    uses: int
    customer_phone: Optional[str]
    customer_name: Optional[str]
    due_date: Optional[str]
    reminders: bool
    end_date: Optional[str]
    uses_max: Optional[int]
    note: Optional[str]
    thanks: Optional[str]
    reference: Optional[str]
    metadata: Dict[str, str]
    ask: List[Literal["name", "phone", "address", "note"]]
    redirect_url: Optional[str]
    created_at: str
    paid_at: Optional[str]


class CompleteOrderParams(TypedDict, total=False):
    status: Optional[OrderEnd]
    notify: Optional[bool]


class CompletedOrder(TypedDict):
    order_number: str
    status: Literal["pending", "waiting_payment", "paid", "processing", "completed", "cancelled"]


class _ConvertQrisParamsRequired(TypedDict):
    nominal: int


class ConvertQrisParams(_ConvertQrisParamsRequired, total=False):
    qris: Optional[str]
    image: Optional[str]
    image_url: Optional[str]


class _CreateBillParamsRequired(TypedDict):
    title: str


class CreateBillParams(_CreateBillParamsRequired, total=False):
    kind: Literal["once", "many", "open"]
    items: Optional[List[CreateBillParamsItemsEntry]]
    parts: Optional[bool]
    draft: Optional[bool]
    amount: Optional[int]
    min_amount: Optional[int]
    max_amount: Optional[int]
    proposed_amount: Optional[int]
    customer_phone: Optional[str]
    customer_name: Optional[str]
    due_date: Optional[str]
    reminders: Optional[bool]
    end_date: Optional[str]
    uses_max: Optional[int]
    note: Optional[str]
    thanks: Optional[str]
    reference: Optional[str]
    metadata: Optional[Dict[str, str]]
    ask: Optional[List[Literal["name", "phone", "address", "note"]]]
    redirect_url: Optional[str]
    slug: Optional[str]


class _CreateBillParamsItemsEntryRequired(TypedDict):
    product: str


class CreateBillParamsItemsEntry(_CreateBillParamsItemsEntryRequired, total=False):
    variant: str
    quantity: int
    choices: List[str]


class _CreatePaymentParamsRequired(TypedDict):
    amount: int


class CreatePaymentParams(_CreatePaymentParamsRequired, total=False):
    description: Optional[str]
    customer_name: Optional[str]
    customer_email: Optional[str]
    customer_phone: Optional[str]
    callback_url: Optional[str]
    redirect_url: Optional[str]
    file_id: Optional[int]
    content_id: Optional[int]
    product_image_id: Optional[int]
    payment_method: Optional[str]
    use_qris_converter: Optional[bool]
    qris_string: Optional[str]
    reference: Optional[str]
    reuse: Optional[bool]
    metadata: Optional[Dict[str, str]]


class _CreatedPaymentRequired(TypedDict):
    invoice_id: str
    amount: int
    unique_code: int
    final_amount: int
    payment_url: str
    expires_at: str
    status: Literal["pending", "paid", "expired", "cancelled"]
    payment_method: str
    redirect_url: Optional[str]
    reference: Optional[str]
    metadata: Dict[str, str]
    has_file: bool
    file_id: Optional[int]
    has_product_image: bool
    product_image_id: Optional[int]


class CreatedPayment(_CreatedPaymentRequired, total=False):
    download_token: str
    qris_converter: Union[CreatedPaymentQrisConverter, bool]
    refunded_at: str
    refunded_amount: int
    refunds: List[Refund]
    foreign_code: bool
    payment_method_label: str
    qris_string: str
    qris_static_image_url: Optional[str]
    qris_dynamic_string: str
    qris_dynamic_image_url: str
    provider_invoiceid: str
    provider_nmid: Optional[str]
    provider_request_date: str


class CreatedPaymentQrisConverter(TypedDict):
    enabled: bool
    converted_qris: str
    qr_image_url: str


class _ErrorAnswerRequired(TypedDict):
    success: bool
    error: str
    code: Literal["invalid_request", "unknown_field", "unauthorized", "forbidden", "not_found", "method_not_allowed", "rate_limited", "amount_out_of_range", "reference_taken", "payment_replaced", "method_unavailable", "amounts_exhausted", "provider_unavailable", "refused_transition", "idempotency_conflict", "idempotency_mismatch", "not_ready", "already_paid", "invalid_qris", "invalid_crc", "unsupported_qris", "invalid_nominal", "invalid_image", "image_too_large", "no_code_found", "several_codes_found", "address_refused", "fetch_failed", "closed", "coupon", "out_of_stock", "price_changed", "insufficient_balance", "storage_full", "too_many_open_orders", "expired", "unavailable", "internal"]
    request_id: str


class ErrorAnswer(_ErrorAnswerRequired, total=False):
    fields: List[ErrorAnswerFieldsEntry]
    invoice_id: str
    payment_url: str
    expires_at: str


class ErrorAnswerFieldsEntry(TypedDict):
    path: str
    error: str


class ListBillsParams(TypedDict, total=False):
    status: Literal["draft", "open", "partly_paid", "paid", "overdue", "closed", "expired"]
    reference: str
    search: str
    page: int
    limit: int


class ListEventsParams(TypedDict, total=False):
    type: str
    cursor: str
    limit: int
    signed: bool


class ListOrdersParams(TypedDict, total=False):
    status: Literal["pending", "waiting_payment", "paid", "processing", "completed", "cancelled"]
    search: str
    limit: int
    offset: int


class ListPaymentsParams(TypedDict, total=False):
    search: str
    reference: str
    status: Literal["pending", "paid", "expired", "cancelled"]
    payment_method: Literal["qris", "qris_platform", "qris_user", "wallet_qris", "wallet_direct", "all"]
    paid_via: Literal["qris", "qris_platform", "qris_user", "wallet_qris", "wallet_direct"]
    start_date: str
    end_date: str
    page: int
    limit: int
    cursor: str


class ListStockParams(TypedDict, total=False):
    product: str
    barcode: str
    page: int
    limit: int


class ListTransfersParams(TypedDict, total=False):
    state: Literal["settled", "review", "unsettled", "refunded", "ignored"]
    reason: Literal["unmatched", "early", "late", "inexact", "ambiguous", "cancelled", "paid_twice", "unproved"]
    invoice: str
    page: int
    limit: int


class ListedOrder(TypedDict):
    order_number: str
    customer_name: Optional[str]
    customer_phone: Optional[str]
    status: Literal["pending", "waiting_payment", "paid", "processing", "completed", "cancelled"]
    total: int
    note: Optional[str]
    address: Optional[str]
    refund_due: bool
    refunded_amount: int
    refunded_at: Optional[str]
    created_at: str
    paid_at: Optional[str]
    completed_at: Optional[str]
    cancelled_at: Optional[str]
    receiving: Optional[Receiving]
    delivery_fee: int
    delivery_zone: Optional[str]
    table_number: Optional[int]
    shipped_at: Optional[str]
    courier: Optional[str]
    tracking_number: Optional[str]
    tracking_url: Optional[str]
    received_at: Optional[str]
    invoice_id: Optional[str]
    summary: Optional[str]


class _ListedPaymentRequired(TypedDict):
    invoice_id: str
    amount: int
    unique_code: int
    final_amount: int
    status: Literal["pending", "paid", "expired", "cancelled"]
    description: Optional[str]
    customer_name: Optional[str]
    payment_url: str
    created_at: str
    paid_at: Optional[str]
    has_file: bool
    file_id: Optional[int]
    payment_method: str
    paid_via: Optional[str]
    refunded_at: Optional[str]
    refunded_amount: Optional[int]
    refunds: List[Refund]
    reference: Optional[str]
    metadata: Dict[str, str]


class ListedPayment(_ListedPaymentRequired, total=False):
    foreign_code: bool


class _MoneySourceRequired(TypedDict):
    payment_method: str
    connection: Optional[str]
    matched_by: Literal["amount", "reference"]
    state: Literal["offered", "preparing", "failed", "open", "closed"]
    checked_at: Optional[str]
    witnesses: List[MoneySourceWitnessesEntry]
    failures: int
    problem: Optional[str]
    problem_code: Optional[FailureKind]


class MoneySource(_MoneySourceRequired, total=False):
    reported_at: Optional[str]


class MoneySourceWitnessesEntry(TypedDict):
    name: str
    last_word_at: str


class Movement(TypedDict):
    id: int
    type: Literal["sale", "withdrawal", "refund_note"]
    invoice_id: Optional[str]
    withdrawal_id: Optional[str]
    amount: int
    fee: int
    net: int
    is_withdrawable: bool
    created_at: str


class Order(TypedDict):
    order_number: str
    customer_name: Optional[str]
    customer_phone: Optional[str]
    status: Literal["pending", "waiting_payment", "paid", "processing", "completed", "cancelled"]
    total: int
    note: Optional[str]
    address: Optional[str]
    refund_due: bool
    refunded_amount: int
    refunded_at: Optional[str]
    created_at: str
    paid_at: Optional[str]
    completed_at: Optional[str]
    cancelled_at: Optional[str]
    receiving: Optional[Receiving]
    delivery_fee: int
    delivery_zone: Optional[str]
    table_number: Optional[int]
    shipped_at: Optional[str]
    courier: Optional[str]
    tracking_number: Optional[str]
    tracking_url: Optional[str]
    received_at: Optional[str]
    cancelled_by: Optional[str]
    items: List[OrderItemsEntry]
    payment: Optional[OrderPayment]
    received: List[OrderReceivedEntry]


class OrderItemsEntry(TypedDict):
    product_name: str
    variant_name: Optional[str]
    kind: str
    price: int
    quantity: int
    surcharge: int
    options: List[OrderItemsEntryOptionsEntry]
    delivered_at: Optional[str]


class OrderItemsEntryOptionsEntry(TypedDict):
    quantity: int
    price: int
    choices: List[OrderItemsEntryOptionsEntryChoicesEntry]


class OrderItemsEntryOptionsEntryChoicesEntry(TypedDict):
    group: str
    group_name: str
    option: str
    option_name: str
    price: int


class OrderPayment(TypedDict):
    invoice_id: str
    status: str
    payment_method: str
    amount: int
    final_amount: int
    paid_at: Optional[str]
    paid_reff_num: Optional[str]
    expires_at: str
    refunded_at: Optional[str]
    refunded_amount: Optional[int]
    refunds: List[Refund]


class OrderReceivedEntry(TypedDict):
    transfer_id: int
    amount: int
    in_review: bool


class _PaymentExplanationRequired(TypedDict):
    invoice_id: str
    status: Literal["pending", "paid", "expired", "cancelled"]
    verdict: Literal["paid", "refunded", "callback_failing", "money_in_review", "settling", "unseen", "money_returned", "money_ignored", "unread", "preparing", "no_code", "provider_away", "waiting", "overdue", "row_aside", "expired", "cancelled"]
    explanation: str
    next_step: str
    amounts: List[int]
    checked_at: Optional[str]
    sources: List[MoneySource]
    unread: List[UnreadNotification]
    other_apps: List[PaymentExplanationOtherAppsEntry]
    transfers: List[Transfer]
    timeline: List[PaymentStep]


class PaymentExplanation(_PaymentExplanationRequired, total=False):
    foreign_code: bool


class PaymentExplanationOtherAppsEntry(TypedDict):
    package_name: str
    count: int


class _PaymentStatusRequired(TypedDict):
    invoice_id: str
    status: Literal["pending", "paid", "expired", "cancelled"]
    amount: int
    final_amount: int
    payment_method: str
    paid_at: Optional[str]
    paid_reff_num: Optional[str]
    expires_at: str
    refunded_at: Optional[str]
    refunded_amount: Optional[int]
    refunds: List[Refund]
    reference: Optional[str]
    metadata: Dict[str, str]


class PaymentStatus(_PaymentStatusRequired, total=False):
    foreign_code: bool


class PaymentStep(TypedDict):
    at: str
    what: str
    detail: Optional[str]


class QrisConversion(TypedDict):
    original_qris: str
    converted_qris: str
    nominal: int
    merchant_name: Optional[str]
    merchant_city: Optional[str]
    crc: str
    qr_image_url: str
    original_info: QrisConversionOriginalInfo


class QrisConversionOriginalInfo(TypedDict):
    is_static: bool
    is_dynamic: bool
    original_amount: Optional[float]
    country_code: Optional[str]


class QrisInfo(TypedDict):
    qris: str
    is_valid: bool
    merchant_name: Optional[str]
    merchant_city: Optional[str]
    is_static: bool
    is_dynamic: bool
    current_amount: Optional[float]
    country_code: Optional[str]
    postal_code: Optional[str]
    merchant_pan: Optional[str]
    merchant_id: Optional[str]
    merchant_criteria: Optional[str]
    nmid: Optional[str]


class ReadQrisParams(TypedDict, total=False):
    qris: Optional[str]
    image: Optional[str]
    image_url: Optional[str]


class Refund(TypedDict):
    refund_id: str
    amount: int
    status: RefundStatus
    by_provider: bool
    reason: Optional[str]
    returned_at: str
    created_at: str
    restocked: bool


class RefundPaymentParams(TypedDict, total=False):
    amount: Optional[int]
    reason: Optional[str]
    restock: Optional[bool]


class _ReviewTransferParamsRequired(TypedDict):
    action: Literal["accept", "assign", "refund", "ignore"]


class ReviewTransferParams(_ReviewTransferParamsRequired, total=False):
    invoice: Optional[str]
    replaced_by: Optional[str]
    note: Optional[str]


class SetStockParams(TypedDict, total=False):
    variant: Optional[str]
    available: Optional[int]
    delta: Optional[int]


class _ShipOrderParamsRequired(TypedDict):
    courier: Courier


class ShipOrderParams(_ShipOrderParamsRequired, total=False):
    tracking_number: Optional[str]
    tracking_url: Optional[str]
    notify: Optional[bool]


class ShippedOrder(TypedDict):
    order_number: str
    status: Literal["pending", "waiting_payment", "paid", "processing", "completed", "cancelled"]
    shipped_at: Optional[str]
    courier: Optional[str]
    tracking_number: Optional[str]
    tracking_url: Optional[str]
    received_at: Optional[str]


class _ShopEventRequired(TypedDict):
    id: str
    type: Literal["payment.created", "payment.paid", "payment.expired", "payment.cancelled", "payment.refunded", "transfer.in_review", "transfer.reviewed", "order.placed", "order.waiting_payment", "order.paid", "order.processing", "order.shipped", "order.delivered", "order.completed", "order.cancelled", "order.undone", "order.paid_in_vain", "order.reviewed", "bill.created", "bill.partly_paid", "bill.paid", "bill.used", "bill.overpaid", "bill.overdue", "bill.closed", "bill.expired", "shift.opened", "shift.closed", "stock.low", "stock.changed", "customer.created", "withdrawal.moved", "connection.failing", "connection.recovered", "endpoint.disabled", "order.payment_ended", "callback.test"]
    created_at: str
    payment: Optional[ListedPayment]
    order: Optional[ShopEventOrder]
    data: Optional[Dict[str, Any]]


class ShopEvent(_ShopEventRequired, total=False):
    callback: ShopEventCallback
    delivery: ShopEventDelivery


class ShopEventCallback(TypedDict):
    headers: Dict[str, str]
    body: str


class ShopEventDelivery(TypedDict):
    headers: Dict[str, str]
    body: str


class ShopEventOrder(TypedDict):
    order_number: str
    status: str
    customer_name: str
    total: int


class SimulatePaymentParams(TypedDict, total=False):
    simulation: Optional[Simulation]


class SimulatedPayment(TypedDict):
    invoice_id: str
    status: Literal["pending", "paid", "expired", "cancelled"]
    transfers: List[SimulatedPaymentTransfersEntry]


class SimulatedPaymentTransfersEntry(TypedDict):
    reference: str
    amount: int
    outcome: Literal["known", "settled", "review", "unsettled"]


class Stock(TypedDict):
    product: str
    variant: str
    product_name: str
    variant_name: Optional[str]
    kind: Literal["physical", "service", "digital"]
    price: int
    barcode: Optional[str]
    stock_mode: Literal["counter", "serial", "unlimited", "file", "content", "webhook"]
    available: Optional[int]
    reserved: Optional[int]
    is_active: bool


class Transfer(TypedDict):
    transfer_id: int
    state: Literal["settled", "review", "unsettled", "refunded", "ignored"]
    reason: Optional[ReviewReason]
    amount: int
    reference: str
    occurred_at: Optional[str]
    received_at: str
    payer_name: Optional[str]
    payer_app: Optional[str]
    invoice_id: Optional[str]
    likely_invoice_id: Optional[str]
    repeats: Optional[int]
    connection: str
    resolved_at: Optional[str]
    resolved_by: Optional[str]
    note: Optional[str]


class UnreadNotification(TypedDict):
    id: int
    package_name: str
    amount: Optional[int]
    received_at: str
    page: str
    reason: str


class UpdateBillParams(TypedDict, total=False):
    title: Optional[str]
    publish: Optional[bool]
    amount: Optional[int]
    min_amount: Optional[int]
    max_amount: Optional[int]
    proposed_amount: Optional[int]
    customer_phone: Optional[str]
    customer_name: Optional[str]
    due_date: Optional[str]
    reminders: Optional[bool]
    end_date: Optional[str]
    uses_max: Optional[int]
    note: Optional[str]
    thanks: Optional[str]
    reference: Optional[str]
    metadata: Optional[Dict[str, str]]
    ask: Optional[List[Literal["name", "phone", "address", "note"]]]
    redirect_url: Optional[str]
    slug: Optional[str]


class WholeBill(TypedDict):
    bill: str
    slug: str
    url: str
    kind: Literal["once", "many", "open"]
    status: Literal["draft", "open", "partly_paid", "paid", "overdue", "closed", "expired"]
    title: str
    amount: Optional[int]
    min_amount: Optional[int]
    max_amount: Optional[int]
    proposed_amount: Optional[int]
    parts: bool
    collected: int
    due: Optional[int]
    excess: int
    uses: int
    customer_phone: Optional[str]
    customer_name: Optional[str]
    due_date: Optional[str]
    reminders: bool
    end_date: Optional[str]
    uses_max: Optional[int]
    note: Optional[str]
    thanks: Optional[str]
    reference: Optional[str]
    metadata: Dict[str, str]
    ask: List[Literal["name", "phone", "address", "note"]]
    redirect_url: Optional[str]
    created_at: str
    paid_at: Optional[str]
    items: List[WholeBillItemsEntry]
    order: Optional[str]
    payment_methods: List[Literal["qris", "qris_platform", "qris_user", "wallet_qris", "wallet_direct"]]
    limited_methods: List[WholeBillLimitedMethodsEntry]
    payments: List[WholeBillPaymentsEntry]


class WholeBillItemsEntry(TypedDict):
    name: str
    quantity: int
    price: int
    total: int
    choices: List[str]


class WholeBillLimitedMethodsEntry(TypedDict):
    payment_method: Literal["qris", "qris_platform", "qris_user", "wallet_qris", "wallet_direct"]
    max_amount: int


class WholeBillPaymentsEntry(TypedDict):
    invoice_id: str
    amount: int
    final_amount: int
    status: Literal["pending", "paid", "expired", "cancelled"]
    payment_url: str
    order: Optional[str]
    payer_name: Optional[str]
    payer_phone: Optional[str]
    payer_address: Optional[str]
    payer_note: Optional[str]
    created_at: str
    paid_at: Optional[str]
    refunded_at: Optional[str]
    refunded_amount: Optional[int]
    refunds: List[Refund]
