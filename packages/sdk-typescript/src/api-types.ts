// Generated from docs/openapi.client.json; test/sdks/types.test.ts compares and, with -u, writes it.

export interface Bill {
  /** Names the bill */
  bill: string
  /** The end of its address */
  slug: string
  /** Its page: opening it makes no payment, its button does */
  url: string
  /** `once`: one payer; `many`: whoever opens it; `open`: the payer says how much */
  kind: 'once' | 'many' | 'open'
  /** `overdue` can still be paid; `closed` and `expired` cannot */
  status: 'draft' | 'open' | 'partly_paid' | 'paid' | 'overdue' | 'closed' | 'expired'
  title: string
  note: string | null
  /** Whole rupiah */
  amount: number | null
  /** Whole rupiah */
  min_amount: number | null
  /** Whole rupiah */
  max_amount: number | null
  /** Whole rupiah */
  proposed_amount: number | null
  /** Whether it may be paid in parts */
  parts: boolean
  /** What its payments came to, without unique codes */
  collected: number
  /** What is still due; null where many may pay */
  due: number | null
  /** What came beyond what was due, and was not returned yet */
  excess: number
  /** How many payments were paid */
  uses: number
  uses_max: number | null
  customer_name: string | null
  customer_phone: string | null
  due_date: string | null
  /** Whether its payer is reminded, the day before, the day after and a week after */
  reminders: boolean
  end_date: string | null
  /** The merchant's own id */
  reference: string | null
  /** The merchant's own texts, which its payments have too */
  metadata: Record<string, string>
  /** The questions to the payer */
  ask: ('name' | 'phone' | 'address' | 'note')[]
  thanks: string | null
  redirect_url: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  created_at: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  paid_at: string | null
}

export interface CompleteOrderParams {
  status?: OrderEnd | null | undefined
  /**
   * Whether the customer is sent a message. With false a message that shows the code of this order is still brought
   * up to date, without saying why
   */
  notify?: boolean | null | undefined
}

export interface CompletedOrder {
  order_number: string
  status:
    | 'pending'
    | 'waiting_payment'
    | 'paid'
    | 'processing'
    | 'completed'
    | 'cancelled'
}

export interface ConvertQrisParams {
  /** Whole rupiah */
  nominal: number
  qris?: string | null | undefined
  /** Base64, or a data: address */
  image?: string | null | undefined
  image_url?: string | null | undefined
}

export type Courier =
    | 'jne'
    | 'jnt'
    | 'sicepat'
    | 'anteraja'
    | 'ninja'
    | 'pos'
    | 'gosend'
    | 'grabexpress'
    | 'own'

export interface CreateBillParams {
  /** `open` where there is a range of amounts, else `once` */
  kind?: 'once' | 'many' | 'open' | undefined
  title: string
  /** Instead of an amount: goods of the catalogue, at the prices of now */
  items?: CreateBillParamsItemsEntry[] | null | undefined
  /** It may be paid in parts, each of Rp 1.000 or more */
  parts?: boolean | null | undefined
  /** Nobody can open it until `update-bill` publishes it */
  draft?: boolean | null | undefined
  /** Whole rupiah */
  amount?: number | null | undefined
  /** With max_amount: the payer says how much */
  min_amount?: number | null | undefined
  max_amount?: number | null | undefined
  /** What its page proposes */
  proposed_amount?: number | null | undefined
  note?: string | null | undefined
  /** Who it is for */
  customer_name?: string | null | undefined
  customer_phone?: string | null | undefined
  /** The last day on which it is in time; it can be paid after it, too */
  due_date?: string | null | undefined
  /** Its payer is reminded in the chat of the shop, where the phone is a customer’s */
  reminders?: boolean | null | undefined
  /** The last day on which it can be opened */
  end_date?: string | null | undefined
  /** The merchant's own id */
  reference?: string | null | undefined
  /** The merchant's own texts, which its payments have too */
  metadata?: Record<string, string> | null | undefined
  /** The questions to the payer */
  ask?: ('name' | 'phone' | 'address' | 'note')[] | null | undefined
  /** Shown once it is paid */
  thanks?: string | null | undefined
  redirect_url?: string | null | undefined
  /** After so many payments it is closed */
  uses_max?: number | null | undefined
  /** A name in its address, for a bill that many may pay */
  slug?: string | null | undefined
}

export interface CreateBillParamsItemsEntry {
  product: string
  /** Its key; needless where the product has only one */
  variant?: string | undefined
  /** 1 where it is left out */
  quantity?: number | undefined
  /** Its options, each after its group: `milk:oat` */
  choices?: string[] | undefined
}

export interface CreatePaymentParams {
  /** Whole rupiah; at most 500000 for qris and all, at most max_amount of get-payment-methods for others */
  amount: number
  /** Payment description */
  description?: string | null | undefined
  customer_name?: string | null | undefined
  customer_email?: string | null | undefined
  customer_phone?: string | null | undefined
  /** Receives the callback; the default address of the account when omitted */
  callback_url?: string | null | undefined
  /** Where the payment page leads in every final state, with invoice, status and signature added */
  redirect_url?: string | null | undefined
  /** Digital file released after payment */
  file_id?: number | null | undefined
  /** Hidden content opened after payment */
  content_id?: number | null | undefined
  /** Image shown on the payment page */
  product_image_id?: number | null | undefined
  /** A method id of get-payment-methods; when empty, the first method available to the account */
  payment_method?: string | null | undefined
  /** Convert the merchant's own static QRIS to one with the amount inside */
  use_qris_converter?: boolean | null | undefined
  /** Static QRIS to convert (edition verification) */
  qris_string?: string | null | undefined
  /** The merchant's own id: one payment of an account and mode has it that is open, or paid and not refunded */
  reference?: string | null | undefined
  /**
   * With a reference: returns its payment while that is open, or paid and not refunded, and creates one only if all
   * earlier ones were cancelled, expired unpaid or were refunded
   */
  reuse?: boolean | null | undefined
  /** The merchant's own: up to 20 texts of at most 200 characters, echoed in answers and callbacks */
  metadata?: Record<string, string> | null | undefined
}

export interface CreatedPayment {
  /** Unique invoice identifier */
  invoice_id: string
  /** Whole rupiah */
  amount: number
  /** Added to amount to make the payable amount distinct; 0 for qris_platform */
  unique_code: number
  /** Amount to pay, in whole rupiah */
  final_amount: number
  /** Hosted payment page */
  payment_url: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  expires_at: string
  status: 'pending' | 'paid' | 'expired' | 'cancelled'
  /** A payment method id, as get-payment-methods lists them */
  payment_method: string
  redirect_url: string | null
  /** The merchant's own id */
  reference: string | null
  /** The merchant's own texts */
  metadata: Record<string, string>
  has_file: boolean
  file_id: number | null
  has_product_image: boolean
  product_image_id: number | null
  /** Opens the file once the payment is paid; only where a file is attached */
  download_token?: string | undefined
  qris_converter?: CreatedPaymentQrisConverter | boolean | undefined
  /** When money was last returned; only if some was */
  refunded_at?: string | undefined
  /** What was returned; only with refunded_at */
  refunded_amount?: number | undefined
  /** What was returned and is to be; only if something is */
  refunds?: Refund[] | undefined
  /**
   * Its code is another merchant’s, which the operator allows this account: nobody here sees its money, and a person
   * confirms the payment by hand
   */
  foreign_code?: boolean | undefined
  /** Human label */
  payment_method_label?: string | undefined
  /** The code of the provider, with the amount inside */
  qris_string?: string | undefined
  /** The merchant id's own code; null when the operator stored none */
  qris_static_image_url?: string | null | undefined
  qris_dynamic_string?: string | undefined
  qris_dynamic_image_url?: string | undefined
  provider_invoiceid?: string | undefined
  provider_nmid?: string | null | undefined
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  provider_request_date?: string | undefined
}

export interface CreatedPaymentQrisConverter {
  enabled: boolean
  converted_qris: string
  qr_image_url: string
}

export interface ErrorAnswer {
  success: boolean
  /** A sentence for people */
  error: string
  /** A word for programs; docs/errors.md lists them */
  code:
    | 'invalid_request'
    | 'unknown_field'
    | 'unauthorized'
    | 'forbidden'
    | 'not_found'
    | 'method_not_allowed'
    | 'rate_limited'
    | 'amount_out_of_range'
    | 'reference_taken'
    | 'payment_replaced'
    | 'method_unavailable'
    | 'amounts_exhausted'
    | 'provider_unavailable'
    | 'refused_transition'
    | 'idempotency_conflict'
    | 'idempotency_mismatch'
    | 'not_ready'
    | 'already_paid'
    | 'invalid_qris'
    | 'invalid_crc'
    | 'unsupported_qris'
    | 'invalid_nominal'
    | 'invalid_image'
    | 'image_too_large'
    | 'no_code_found'
    | 'several_codes_found'
    | 'address_refused'
    | 'fetch_failed'
    | 'closed'
    | 'coupon'
    | 'out_of_stock'
    | 'price_changed'
    | 'insufficient_balance'
    | 'storage_full'
    | 'too_many_open_orders'
    | 'expired'
    | 'unavailable'
    | 'internal'
  fields?: ErrorAnswerFieldsEntry[] | undefined
  request_id: string
  invoice_id?: string | undefined
  payment_url?: string | undefined
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  expires_at?: string | undefined
}

export interface ErrorAnswerFieldsEntry {
  /** Dotted: `amount`, `metadata.order` */
  path: string
  error: string
}

export type FailureKind =
    | 'unreachable'
    | 'unauthorized'
    | 'refused'
    | 'taken'
    | 'unexpected'
    | 'silent'
    | 'too_late'

export interface ListBillsParams {
  status?: 'draft' | 'open' | 'partly_paid' | 'paid' | 'overdue' | 'closed' | 'expired' | undefined
  reference?: string | undefined
  /** In its id, title and reference, and the name and phone of whom it is for */
  search?: string | undefined
  page?: number | undefined
  limit?: number | undefined
}

export interface ListEventsParams {
  /**
   * Of these types only, separated by commas: payment.created, payment.paid, payment.expired, payment.cancelled,
   * payment.refunded, transfer.in_review, transfer.reviewed, order.placed, order.waiting_payment, order.paid,
   * order.processing, order.shipped, order.delivered, order.completed, order.cancelled, order.undone,
   * order.paid_in_vain, order.reviewed, bill.created, bill.partly_paid, bill.paid, bill.used, bill.overpaid,
   * bill.overdue, bill.closed, bill.expired, shift.opened, shift.closed, stock.low, stock.changed, customer.created,
   * withdrawal.moved, connection.failing, connection.recovered, endpoint.disabled, order.payment_ended,
   * callback.test
   */
  type?: string | undefined
  /** next_cursor of the answer before; `now` for what happens from now on; without it, from the first event */
  cursor?: string | undefined
  limit?: number | undefined
  /** With a test key: each with its callback and as an endpoint is sent it, signed at this moment */
  signed?: boolean | undefined
}

export interface ListOrdersParams {
  status?:
    | 'pending'
    | 'waiting_payment'
    | 'paid'
    | 'processing'
    | 'completed'
    | 'cancelled' | undefined
  search?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export interface ListPaymentsParams {
  /** In the invoice id, description, customer's name, e-mail and phone, reference and metadata */
  search?: string | undefined
  /** All payments that were made with this reference, newest first */
  reference?: string | undefined
  status?: 'pending' | 'paid' | 'expired' | 'cancelled' | undefined
  payment_method?:
    | 'qris'
    | 'qris_platform'
    | 'qris_user'
    | 'wallet_qris'
    | 'wallet_direct'
    | 'all' | undefined
  paid_via?: 'qris' | 'qris_platform' | 'qris_user' | 'wallet_qris' | 'wallet_direct' | undefined
  /** The first day, in the time zone of the installation */
  start_date?: string | undefined
  /** The last day */
  end_date?: string | undefined
  page?: number | undefined
  limit?: number | undefined
  /** next_cursor of the page before: pages far down are read as fast as the first */
  cursor?: string | undefined
}

export interface ListStockParams {
  /** The variants of the product with this key */
  product?: string | undefined
  /** The variants with this barcode */
  barcode?: string | undefined
  page?: number | undefined
  limit?: number | undefined
}

export interface ListTransfersParams {
  state?: 'settled' | 'review' | 'unsettled' | 'refunded' | 'ignored' | undefined
  reason?:
    | 'unmatched'
    | 'early'
    | 'late'
    | 'inexact'
    | 'ambiguous'
    | 'cancelled'
    | 'paid_twice'
    | 'unproved' | undefined
  /** Transfers of this payment, surely or probably */
  invoice?: string | undefined
  page?: number | undefined
  limit?: number | undefined
}

export interface ListedOrder {
  order_number: string
  customer_name: string | null
  customer_phone: string | null
  status:
    | 'pending'
    | 'waiting_payment'
    | 'paid'
    | 'processing'
    | 'completed'
    | 'cancelled'
  /** Whole rupiah */
  total: number
  note: string | null
  address: string | null
  /** The customer is owed money, and that it was returned is not noted yet */
  refund_due: boolean
  /** What you noted as returned of the money of its payments */
  refunded_amount: number
  /** When the last of it was noted */
  refunded_at: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  created_at: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  paid_at: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  completed_at: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  cancelled_at: string | null
  /** How it is handed over; null where the shop has no rules or nothing is handed over by people */
  receiving: Receiving | null
  /** The part of `total` that is for bringing it */
  delivery_fee: number
  delivery_zone: string | null
  /** The table at which it is eaten */
  table_number: number | null
  /** When it was handed to a courier; its status stays `processing` */
  shipped_at: string | null
  courier: string | null
  tracking_number: string | null
  tracking_url: string | null
  /** When it arrived, as confirmed by its customer or by the waiting time of the shop */
  received_at: string | null
  invoice_id: string | null
  summary: string | null
}

export interface ListedPayment {
  /** Unique invoice identifier */
  invoice_id: string
  /** Whole rupiah */
  amount: number
  /** Added to amount to make the payable amount distinct; 0 for qris_platform */
  unique_code: number
  /** Amount to pay, in whole rupiah */
  final_amount: number
  status: 'pending' | 'paid' | 'expired' | 'cancelled'
  description: string | null
  customer_name: string | null
  payment_url: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  created_at: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  paid_at: string | null
  has_file: boolean
  file_id: number | null
  /** A payment method id, as get-payment-methods lists them */
  payment_method: string
  /** Method that was paid through */
  paid_via: string | null
  /** When money was last returned; its status stays `paid` */
  refunded_at: string | null
  /** What was returned in all; null if nothing was */
  refunded_amount: number | null
  /** What was returned and is to be, oldest first */
  refunds: Refund[]
  /** The merchant's own id */
  reference: string | null
  /** The merchant's own texts */
  metadata: Record<string, string>
  /**
   * Its code is another merchant’s, which the operator allows this account: nobody here sees its money, and a person
   * confirms the payment by hand
   */
  foreign_code?: boolean | undefined
}

export interface MoneySource {
  payment_method: string
  /** Your own name for it; null where it is the operator’s */
  connection: string | null
  matched_by: 'amount' | 'reference'
  state: 'offered' | 'preparing' | 'failed' | 'open' | 'closed'
  /** Up to when money would have been seen */
  checked_at: string | null
  /** Of a phone that forwards notifications: its last report; null if it has never reported */
  reported_at?: string | null | undefined
  /** The phones that report its money: as each names itself, or its model, and when it last reported */
  witnesses: MoneySourceWitnessesEntry[]
  /** Questions in a row that the provider did not answer */
  failures: number
  /** What the provider said last, for your own connections */
  problem: string | null
  /** What kind of failure that is */
  problem_code: FailureKind | null
}

export interface MoneySourceWitnessesEntry {
  name: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  last_word_at: string
}

export interface Movement {
  id: number
  type: 'sale' | 'withdrawal' | 'refund_note'
  invoice_id: string | null
  withdrawal_id: string | null
  /** Whole rupiah */
  amount: number
  /** What the customer paid on top: the percentage of qris_platform */
  fee: number
  /** amount less fee */
  net: number
  /** Whether it counts for the balance */
  is_withdrawable: boolean
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  created_at: string
}

export interface Order {
  order_number: string
  customer_name: string | null
  customer_phone: string | null
  status:
    | 'pending'
    | 'waiting_payment'
    | 'paid'
    | 'processing'
    | 'completed'
    | 'cancelled'
  /** Whole rupiah */
  total: number
  note: string | null
  address: string | null
  /** The customer is owed money, and that it was returned is not noted yet */
  refund_due: boolean
  /** What you noted as returned of the money of its payments */
  refunded_amount: number
  /** When the last of it was noted */
  refunded_at: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  created_at: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  paid_at: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  completed_at: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  cancelled_at: string | null
  /** How it is handed over; null where the shop has no rules or nothing is handed over by people */
  receiving: Receiving | null
  /** The part of `total` that is for bringing it */
  delivery_fee: number
  delivery_zone: string | null
  /** The table at which it is eaten */
  table_number: number | null
  /** When it was handed to a courier; its status stays `processing` */
  shipped_at: string | null
  courier: string | null
  tracking_number: string | null
  tracking_url: string | null
  /** When it arrived, as confirmed by its customer or by the waiting time of the shop */
  received_at: string | null
  cancelled_by: string | null
  items: OrderItemsEntry[]
  payment: OrderPayment | null
  /** Money that came for it, by any of its payments, and was not returned */
  received: OrderReceivedEntry[]
}

export type OrderEnd = 'completed' | 'cancelled'

export interface OrderItemsEntry {
  product_name: string
  variant_name: string | null
  kind: string
  /** Whole rupiah */
  price: number
  quantity: number
  /** What the options of all its units add; an item comes to `price` × `quantity` + this */
  surcharge: number
  /** How its units are made; those that are not listed are without options */
  options: OrderItemsEntryOptionsEntry[]
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  delivered_at: string | null
}

export interface OrderItemsEntryOptionsEntry {
  quantity: number
  /** What the choices add to the price of each of these units */
  price: number
  choices: OrderItemsEntryOptionsEntryChoicesEntry[]
}

export interface OrderItemsEntryOptionsEntryChoicesEntry {
  group: string
  group_name: string
  option: string
  option_name: string
  /** Whole rupiah */
  price: number
}

export interface OrderPayment {
  invoice_id: string
  status: string
  payment_method: string
  /** Whole rupiah */
  amount: number
  /** Whole rupiah */
  final_amount: number
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  paid_at: string | null
  paid_reff_num: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  expires_at: string
  /** When money was last returned; its status stays `paid` */
  refunded_at: string | null
  /** What was returned in all; null if nothing was */
  refunded_amount: number | null
  /** What was returned and is to be, oldest first */
  refunds: Refund[]
}

export interface OrderReceivedEntry {
  transfer_id: number
  /** Whole rupiah */
  amount: number
  /** It waits for your decision: `review-transfer` */
  in_review: boolean
}

export interface PaymentExplanation {
  invoice_id: string
  status: 'pending' | 'paid' | 'expired' | 'cancelled'
  /**
   * Its code is another merchant’s, which the operator allows this account: nobody here sees its money, and a person
   * confirms the payment by hand
   */
  foreign_code?: boolean | undefined
  verdict:
    | 'paid'
    | 'refunded'
    | 'callback_failing'
    | 'money_in_review'
    | 'settling'
    | 'unseen'
    | 'money_returned'
    | 'money_ignored'
    | 'unread'
    | 'preparing'
    | 'no_code'
    | 'provider_away'
    | 'waiting'
    | 'overdue'
    | 'row_aside'
    | 'expired'
    | 'cancelled'
  explanation: string
  next_step: string
  /** The money that the verdict is about */
  amounts: number[]
  /** Up to when every place was looked at where its money can land */
  checked_at: string | null
  sources: MoneySource[]
  /** Unreadable notifications that may report its money, newest first; never their text */
  unread: UnreadNotification[]
  /** Apps of that phone that the connection does not listen to, and how often each notified meanwhile */
  other_apps: PaymentExplanationOtherAppsEntry[]
  transfers: Transfer[]
  /** Oldest first */
  timeline: PaymentStep[]
}

export interface PaymentExplanationOtherAppsEntry {
  package_name: string
  count: number
}

export interface PaymentStatus {
  /** Unique invoice identifier */
  invoice_id: string
  status: 'pending' | 'paid' | 'expired' | 'cancelled'
  /** Whole rupiah */
  amount: number
  /** Amount to pay, in whole rupiah */
  final_amount: number
  /** A payment method id, as get-payment-methods lists them */
  payment_method: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  paid_at: string | null
  /** Payment reference, once paid */
  paid_reff_num: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  expires_at: string
  /** When money was last returned; its status stays `paid` */
  refunded_at: string | null
  /** What was returned in all; null if nothing was */
  refunded_amount: number | null
  /** What was returned and is to be, oldest first */
  refunds: Refund[]
  /** The merchant's own id */
  reference: string | null
  /** The merchant's own texts */
  metadata: Record<string, string>
  /**
   * Its code is another merchant’s, which the operator allows this account: nobody here sees its money, and a person
   * confirms the payment by hand
   */
  foreign_code?: boolean | undefined
}

export interface PaymentStep {
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  at: string
  what: string
  detail: string | null
}

export interface QrisConversion {
  original_qris: string
  converted_qris: string
  /** Whole rupiah */
  nominal: number
  merchant_name: string | null
  merchant_city: string | null
  crc: string
  /** Picture of the converted QR */
  qr_image_url: string
  original_info: QrisConversionOriginalInfo
}

export interface QrisConversionOriginalInfo {
  is_static: boolean
  is_dynamic: boolean
  original_amount: number | null
  country_code: string | null
}

export interface QrisInfo {
  qris: string
  is_valid: boolean
  merchant_name: string | null
  merchant_city: string | null
  is_static: boolean
  is_dynamic: boolean
  current_amount: number | null
  country_code: string | null
  postal_code: string | null
  merchant_pan: string | null
  merchant_id: string | null
  merchant_criteria: string | null
  nmid: string | null
}

export interface ReadQrisParams {
  qris?: string | null | undefined
  /** Base64, or a data: address */
  image?: string | null | undefined
  image_url?: string | null | undefined
}

export type Receiving = 'delivery' | 'pickup' | 'dine_in'

export interface Refund {
  refund_id: string
  /** In whole rupiah; negative for a correction of an earlier one */
  amount: number
  /** Only `succeeded` counts in refunded_amount; `requested` and `sent` wait for the provider */
  status: RefundStatus
  /** Whether the provider returns the money; otherwise you did */
  by_provider: boolean
  reason: string | null
  /** When the money was returned, as you said; of a provider when it was asked for */
  returned_at: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  created_at: string
  /** Whether its goods went back into stock */
  restocked: boolean
}

export interface RefundPaymentParams {
  /** Unset: all that is left of the payment */
  amount?: number | null | undefined
  /** Shown to you and to the customer */
  reason?: string | null | undefined
  /** Puts the counted goods of its order that are still sold back into stock */
  restock?: boolean | null | undefined
}

export type RefundStatus = 'requested' | 'sent' | 'succeeded' | 'failed'

export type ReviewReason =
    | 'unmatched'
    | 'early'
    | 'late'
    | 'inexact'
    | 'ambiguous'
    | 'cancelled'
    | 'paid_twice'
    | 'unproved'

export interface ReviewTransferParams {
  action: 'accept' | 'assign' | 'refund' | 'ignore'
  /** With assign alone: the payment that the money is for */
  invoice?: string | null | undefined
  /**
   * With accept or assign, after a refusal `payment_replaced` named it: the payment that took the place of the one
   * that is to be paid all the same
   */
  replaced_by?: string | null | undefined
  /** Why, for people who read the books later */
  note?: string | null | undefined
}

export interface SetStockParams {
  /** Its key; needless where the product has only one */
  variant?: string | null | undefined
  /** How many can be ordered from now on */
  available?: number | null | undefined
  /** Instead of available: so many more, or less */
  delta?: number | null | undefined
}

export interface ShipOrderParams {
  /** `own` for a courier of your own */
  courier: Courier
  tracking_number?: string | null | undefined
  /** Starts with `https://`. Without it: the page of the courier, where it has one */
  tracking_url?: string | null | undefined
  /** Whether the customer is sent a message with courier, number and link */
  notify?: boolean | null | undefined
}

export interface ShippedOrder {
  order_number: string
  status:
    | 'pending'
    | 'waiting_payment'
    | 'paid'
    | 'processing'
    | 'completed'
    | 'cancelled'
  /** When it was handed to a courier; its status stays `processing` */
  shipped_at: string | null
  courier: string | null
  tracking_number: string | null
  tracking_url: string | null
  /** When it arrived, as confirmed by its customer or by the waiting time of the shop */
  received_at: string | null
}

export interface ShopEvent {
  /** The X-Webhook-Id of its callback */
  id: string
  type:
    | 'payment.created'
    | 'payment.paid'
    | 'payment.expired'
    | 'payment.cancelled'
    | 'payment.refunded'
    | 'transfer.in_review'
    | 'transfer.reviewed'
    | 'order.placed'
    | 'order.waiting_payment'
    | 'order.paid'
    | 'order.processing'
    | 'order.shipped'
    | 'order.delivered'
    | 'order.completed'
    | 'order.cancelled'
    | 'order.undone'
    | 'order.paid_in_vain'
    | 'order.reviewed'
    | 'bill.created'
    | 'bill.partly_paid'
    | 'bill.paid'
    | 'bill.used'
    | 'bill.overpaid'
    | 'bill.overdue'
    | 'bill.closed'
    | 'bill.expired'
    | 'shift.opened'
    | 'shift.closed'
    | 'stock.low'
    | 'stock.changed'
    | 'customer.created'
    | 'withdrawal.moved'
    | 'connection.failing'
    | 'connection.recovered'
    | 'endpoint.disabled'
    | 'order.payment_ended'
    | 'callback.test'
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  created_at: string
  /** The payment that it is about, as it is now */
  payment: ListedPayment | null
  /** The order that it is about, as it was then */
  order: ShopEventOrder | null
  /** What endpoints are told of this type (see webhooks), with the thing that it is about as it is now */
  data: Record<string, unknown> | null
  /** With signed: what a receiver of callbacks is sent */
  callback?: ShopEventCallback | undefined
  /** With signed: what an endpoint is sent, signed with the secret of the account */
  delivery?: ShopEventDelivery | undefined
}

export interface ShopEventCallback {
  headers: Record<string, string>
  body: string
}

export interface ShopEventDelivery {
  headers: Record<string, string>
  body: string
}

export interface ShopEventOrder {
  order_number: string
  status: string
  customer_name: string
  /** Whole rupiah */
  total: number
}

export interface SimulatePaymentParams {
  /** What the money does; exact when omitted */
  simulation?: Simulation | null | undefined
}

export interface SimulatedPayment {
  invoice_id: string
  status: 'pending' | 'paid' | 'expired' | 'cancelled'
  transfers: SimulatedPaymentTransfersEntry[]
}

export interface SimulatedPaymentTransfersEntry {
  reference: string
  /** Whole rupiah */
  amount: number
  /** `settled`: it paid the payment */
  outcome: 'known' | 'settled' | 'review' | 'unsettled'
}

export type Simulation = 'exact' | 'late' | 'under' | 'over' | 'twice' | 'other_payer'

export interface Stock {
  /** The key of the product */
  product: string
  /** The key of the variant, of which no other variant of the product has the same */
  variant: string
  product_name: string
  variant_name: string | null
  kind: 'physical' | 'service' | 'digital'
  /** Whole rupiah */
  price: number
  /** What a scanner reads on it */
  barcode: string | null
  /** `counter` and `webhook` are kept by number */
  stock_mode: 'counter' | 'serial' | 'unlimited' | 'file' | 'content' | 'webhook'
  /** How many can be ordered now; null for as many as anybody wants */
  available: number | null
  /** Held for orders that are not paid yet; null where no number is kept */
  reserved: number | null
  /** Whether customers can see it, where its category is shown */
  is_active: boolean
}

export interface Transfer {
  transfer_id: number
  state: 'settled' | 'review' | 'unsettled' | 'refunded' | 'ignored'
  /** Why it was put in review */
  reason: ReviewReason | null
  /** Whole rupiah */
  amount: number
  /** The provider's own */
  reference: string
  /** The time that the provider reports, if any */
  occurred_at: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  received_at: string
  payer_name: string | null
  payer_app: string | null
  /** The payment that it paid or belongs to */
  invoice_id: string | null
  /** The payment that it is probably for */
  likely_invoice_id: string | null
  /** The `transfer_id` of an earlier one that a phone reported in the same words: it may be a repeat */
  repeats: number | null
  /** Where it landed */
  connection: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  resolved_at: string | null
  resolved_by: string | null
  note: string | null
}

export interface UnreadNotification {
  id: number
  /** The Android app that showed it */
  package_name: string
  /** As the phone’s forwarder read it */
  amount: number | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  received_at: string
  /** The page that shows its text to owner and finance, and offers to teach its wording */
  page: string
  reason: string
}

export interface UpdateBillParams {
  title?: string | null | undefined
  /** True makes a bill of a draft */
  publish?: boolean | null | undefined
  /** Whole rupiah */
  amount?: number | null | undefined
  /** With max_amount: the payer says how much */
  min_amount?: number | null | undefined
  max_amount?: number | null | undefined
  /** What its page proposes */
  proposed_amount?: number | null | undefined
  note?: string | null | undefined
  /** Who it is for */
  customer_name?: string | null | undefined
  customer_phone?: string | null | undefined
  /** The last day on which it is in time; it can be paid after it, too */
  due_date?: string | null | undefined
  /** Its payer is reminded in the chat of the shop, where the phone is a customer’s */
  reminders?: boolean | null | undefined
  /** The last day on which it can be opened */
  end_date?: string | null | undefined
  /** The merchant's own id */
  reference?: string | null | undefined
  /** The merchant's own texts, which its payments have too */
  metadata?: Record<string, string> | null | undefined
  /** The questions to the payer */
  ask?: ('name' | 'phone' | 'address' | 'note')[] | null | undefined
  /** Shown once it is paid */
  thanks?: string | null | undefined
  redirect_url?: string | null | undefined
  /** After so many payments it is closed */
  uses_max?: number | null | undefined
  /** A name in its address, for a bill that many may pay */
  slug?: string | null | undefined
}

export interface WholeBill {
  /** Names the bill */
  bill: string
  /** The end of its address */
  slug: string
  /** Its page: opening it makes no payment, its button does */
  url: string
  /** `once`: one payer; `many`: whoever opens it; `open`: the payer says how much */
  kind: 'once' | 'many' | 'open'
  /** `overdue` can still be paid; `closed` and `expired` cannot */
  status: 'draft' | 'open' | 'partly_paid' | 'paid' | 'overdue' | 'closed' | 'expired'
  title: string
  note: string | null
  /** Whole rupiah */
  amount: number | null
  /** Whole rupiah */
  min_amount: number | null
  /** Whole rupiah */
  max_amount: number | null
  /** Whole rupiah */
  proposed_amount: number | null
  /** Whether it may be paid in parts */
  parts: boolean
  /** What its payments came to, without unique codes */
  collected: number
  /** What is still due; null where many may pay */
  due: number | null
  /** What came beyond what was due, and was not returned yet */
  excess: number
  /** How many payments were paid */
  uses: number
  uses_max: number | null
  customer_name: string | null
  customer_phone: string | null
  due_date: string | null
  /** Whether its payer is reminded, the day before, the day after and a week after */
  reminders: boolean
  end_date: string | null
  /** The merchant's own id */
  reference: string | null
  /** The merchant's own texts, which its payments have too */
  metadata: Record<string, string>
  /** The questions to the payer */
  ask: ('name' | 'phone' | 'address' | 'note')[]
  thanks: string | null
  redirect_url: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  created_at: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  paid_at: string | null
  /** Goods of the catalogue; empty where the bill has none */
  items: WholeBillItemsEntry[]
  /** The number of the order that holds them, once it was opened; null where many may pay */
  order: string | null
  /** By which its next payment can be made now; empty where nobody can pay it */
  payment_methods: ('qris' | 'qris_platform' | 'qris_user' | 'wallet_qris' | 'wallet_direct')[]
  /** Methods that take less in one payment */
  limited_methods: WholeBillLimitedMethodsEntry[]
  /** The newest 50, newest first */
  payments: WholeBillPaymentsEntry[]
}

export interface WholeBillItemsEntry {
  name: string
  quantity: number
  /** Of one without its options */
  price: number
  /** Whole rupiah */
  total: number
  /** The names of its options */
  choices: string[]
}

export interface WholeBillLimitedMethodsEntry {
  payment_method: 'qris' | 'qris_platform' | 'qris_user' | 'wallet_qris' | 'wallet_direct'
  /** Whole rupiah */
  max_amount: number
}

export interface WholeBillPaymentsEntry {
  invoice_id: string
  /** Whole rupiah */
  amount: number
  /** Whole rupiah */
  final_amount: number
  status: 'pending' | 'paid' | 'expired' | 'cancelled'
  payment_url: string
  /** The number of the order of goods that it is for */
  order: string | null
  payer_name: string | null
  payer_phone: string | null
  payer_address: string | null
  payer_note: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  created_at: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  paid_at: string | null
  /** When money was last returned; its status stays `paid` */
  refunded_at: string | null
  /** What was returned in all; null if nothing was */
  refunded_amount: number | null
  /** What was returned and is to be, oldest first */
  refunds: Refund[]
}
