// Generated from docs/openapi.client.json; test/sdks/types.test.ts compares and, with -u, writes it.

export interface Bill {
  /** The bill's id */
  bill: string
  /** The last part of its address */
  slug: string
  /** The bill's page; only pressing its button creates a payment, opening it does not */
  url: string
  /** `once`: one payer; `many`: anyone who opens it; `open`: the payer chooses the amount */
  kind: 'once' | 'many' | 'open'
  /** `overdue` can still be paid; `closed` and `expired` cannot */
  status: 'draft' | 'open' | 'partly_paid' | 'paid' | 'overdue' | 'closed' | 'expired'
  title: string
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
  /** Total of its paid payments, without unique codes */
  collected: number
  /** The amount still due; null if many people may pay */
  due: number | null
  /** Money received beyond the amount due and not returned yet */
  excess: number
  /** Number of paid payments */
  uses: number
  customer_phone: string | null
  customer_name: string | null
  due_date: string | null
  /** Whether the payer gets reminders: the day before, the day after and a week after */
  reminders: boolean
  end_date: string | null
  uses_max: number | null
  note: string | null
  thanks: string | null
  /** The merchant's own id */
  reference: string | null
  /** The merchant's own data, copied to the bill's payments */
  metadata: Record<string, string>
  /** Details that the payer is asked for */
  ask: ('name' | 'phone' | 'address' | 'note')[]
  redirect_url: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  created_at: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  paid_at: string | null
}

export interface CompleteOrderParams {
  status?: OrderEnd | null | undefined
  /**
   * Whether to send the customer a message; if false, a message that shows this order's code is still updated,
   * without the reason
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
  /** Base64, or a data: URL */
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
  /** `open` if the bill has a range of amounts, otherwise `once` */
  kind?: 'once' | 'many' | 'open' | undefined
  title: string
  /** Instead of an amount: goods from the catalogue, at their current prices */
  items?: CreateBillParamsItemsEntry[] | null | undefined
  /** Allow payment in parts, each of at least Rp 1.000 */
  parts?: boolean | null | undefined
  /** A draft cannot be opened until `update-bill` publishes it */
  draft?: boolean | null | undefined
  /** Whole rupiah */
  amount?: number | null | undefined
  /** With max_amount: the payer chooses the amount */
  min_amount?: number | null | undefined
  max_amount?: number | null | undefined
  /** The amount that its page suggests */
  proposed_amount?: number | null | undefined
  customer_phone?: string | null | undefined
  /** Name of the customer whom the bill is for */
  customer_name?: string | null | undefined
  /** The last day on which payment is on time; it can still be paid later */
  due_date?: string | null | undefined
  /** Send reminders to the payer in the shop's chat, if the phone number belongs to a customer */
  reminders?: boolean | null | undefined
  /** The last day on which the bill can be opened */
  end_date?: string | null | undefined
  /** The bill is closed after this many payments */
  uses_max?: number | null | undefined
  note?: string | null | undefined
  /** Text shown once the bill is paid */
  thanks?: string | null | undefined
  /** The merchant's own id */
  reference?: string | null | undefined
  /** The merchant's own data, copied to the bill's payments */
  metadata?: Record<string, string> | null | undefined
  /** Details that the payer is asked for */
  ask?: ('name' | 'phone' | 'address' | 'note')[] | null | undefined
  redirect_url?: string | null | undefined
  /** A readable name for its address, for a bill that many people may pay */
  slug?: string | null | undefined
}

export interface CreateBillParamsItemsEntry {
  product: string
  /** The variant's key; optional if the product has only one variant */
  variant?: string | undefined
  /** Defaults to 1 */
  quantity?: number | undefined
  /** Its options, each prefixed with its group: `milk:oat` */
  choices?: string[] | undefined
}

export interface CreatePaymentParams {
  /** Whole rupiah; at most 500000 for qris and all; for other methods, at most the max_amount of get-payment-methods */
  amount: number
  /** Payment description */
  description?: string | null | undefined
  customer_name?: string | null | undefined
  customer_email?: string | null | undefined
  customer_phone?: string | null | undefined
  /** Address that receives the callback; defaults to the address of the account */
  callback_url?: string | null | undefined
  /** Where the payment page links to once the payment has ended; invoice, status and signature are added */
  redirect_url?: string | null | undefined
  /** Digital file released after payment */
  file_id?: number | null | undefined
  /** Hidden content revealed after payment */
  content_id?: number | null | undefined
  /** Image shown on the payment page */
  product_image_id?: number | null | undefined
  /** A method id from get-payment-methods; defaults to the first method available to the account */
  payment_method?: string | null | undefined
  /** Convert the merchant's own static QRIS to one that contains the amount */
  use_qris_converter?: boolean | null | undefined
  /** Static QRIS to convert (`verification` edition) */
  qris_string?: string | null | undefined
  /**
   * The merchant's own id; in each account and mode, only one payment that is open, or paid and not refunded, can
   * have it
   */
  reference?: string | null | undefined
  /**
   * With a reference: returns the payment that has it if it is open, or paid and not refunded, and creates one only
   * if all earlier ones were cancelled, refunded or expired unpaid
   */
  reuse?: boolean | null | undefined
  /** The merchant's own data: up to 20 strings of at most 200 characters, returned in responses and callbacks */
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
  /** A payment method id from get-payment-methods */
  payment_method: string
  redirect_url: string | null
  /** The merchant's own id */
  reference: string | null
  /** The merchant's own data */
  metadata: Record<string, string>
  has_file: boolean
  file_id: number | null
  has_product_image: boolean
  product_image_id: number | null
  /** Opens the file once the payment is paid; present only if a file is attached */
  download_token?: string | undefined
  qris_converter?: CreatedPaymentQrisConverter | boolean | undefined
  /** When money was last refunded; present only after a refund */
  refunded_at?: string | undefined
  /** Total amount refunded; present only with refunded_at */
  refunded_amount?: number | undefined
  /** Refunds, including requested ones; present only if there are any */
  refunds?: Refund[] | undefined
  /**
   * The code belongs to another merchant, which the operator allows for this account; its money is not visible here,
   * so a person confirms the payment by hand
   */
  foreign_code?: boolean | undefined
  /** Name of the payment method for display */
  payment_method_label?: string | undefined
  /** The provider's code, which contains the amount */
  qris_string?: string | undefined
  /** The code of the merchant id itself; null if the operator stored none */
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
  /** A human-readable message */
  error: string
  /** A machine-readable code, listed in docs/errors.md */
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
  /** The field's path with dots, such as `amount` or `metadata.order` */
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
  /** Search in the id, title and reference, and in the customer's name and phone */
  search?: string | undefined
  page?: number | undefined
  limit?: number | undefined
}

export interface ListEventsParams {
  /**
   * Only events of these types, separated by commas: payment.created, payment.paid, payment.expired,
   * payment.cancelled, payment.refunded, transfer.in_review, transfer.reviewed, order.placed, order.waiting_payment,
   * order.paid, order.processing, order.shipped, order.delivered, order.completed, order.cancelled, order.undone,
   * order.paid_in_vain, order.reviewed, bill.created, bill.partly_paid, bill.paid, bill.used, bill.overpaid,
   * bill.overdue, bill.closed, bill.expired, shift.opened, shift.closed, stock.low, stock.changed, customer.created,
   * withdrawal.moved, connection.failing, connection.recovered, endpoint.disabled, order.payment_ended,
   * callback.test
   */
  type?: string | undefined
  /** next_cursor of the previous response; `now` for events from now on; if omitted, starts at the first event */
  cursor?: string | undefined
  limit?: number | undefined
  /**
   * Requires a test key: returns each event with its callback and the message that a webhook endpoint receives,
   * signed now
   */
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
  /** Search in the invoice id, description, customer's name, e-mail and phone, reference and metadata */
  search?: string | undefined
  /** Only payments with this reference, newest first */
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
  /** next_cursor of the previous page; distant pages load as fast as the first */
  cursor?: string | undefined
}

export interface ListStockParams {
  /** Only the variants of the product with this key */
  product?: string | undefined
  /** Only the variants with this barcode */
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
  /** Transfers that belong, or probably belong, to this payment */
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
  /** Whether the customer is owed money whose return is not recorded yet */
  refund_due: boolean
  /** The part of its payments that you recorded as returned */
  refunded_amount: number
  /** When money was last recorded as returned */
  refunded_at: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  created_at: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  paid_at: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  completed_at: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  cancelled_at: string | null
  /** How the customer receives it; null if the shop has no rules, or nothing is handed over by people */
  receiving: Receiving | null
  /** The part of `total` that is for delivery */
  delivery_fee: number
  delivery_zone: string | null
  /** The customer's table, for dining in */
  table_number: number | null
  /** When it was handed to a courier; the status remains `processing` */
  shipped_at: string | null
  courier: string | null
  tracking_number: string | null
  tracking_url: string | null
  /** When it arrived, as confirmed by the customer or assumed after the shop's waiting time */
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
  /** A payment method id from get-payment-methods */
  payment_method: string
  /** The method that the customer paid with */
  paid_via: string | null
  /** When money was last refunded; the payment's status remains `paid` */
  refunded_at: string | null
  /** Total amount refunded; null if nothing was */
  refunded_amount: number | null
  /** Refunds, including requested ones, oldest first */
  refunds: Refund[]
  /** The merchant's own id */
  reference: string | null
  /** The merchant's own data */
  metadata: Record<string, string>
  /**
   * The code belongs to another merchant, which the operator allows for this account; its money is not visible here,
   * so a person confirms the payment by hand
   */
  foreign_code?: boolean | undefined
}

export interface MoneySource {
  payment_method: string
  /** Your name for the connection; null if it is the operator’s */
  connection: string | null
  matched_by: 'amount' | 'reference'
  state: 'offered' | 'preparing' | 'failed' | 'open' | 'closed'
  /** Money that arrived before this time would have been seen */
  checked_at: string | null
  /** The last report of a phone that forwards notifications; null if it has never reported */
  reported_at?: string | null | undefined
  /** The phones that report its money: the name or model that each reports, and when it last reported */
  witnesses: MoneySourceWitnessesEntry[]
  /** Number of consecutive requests that the provider did not answer */
  failures: number
  /** The provider's last error message, for your own connections */
  problem: string | null
  /** The kind of that error */
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
  /** What the customer paid in addition: the percentage of qris_platform */
  fee: number
  /** amount minus fee */
  net: number
  /** Whether it counts towards the balance */
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
  /** Whether the customer is owed money whose return is not recorded yet */
  refund_due: boolean
  /** The part of its payments that you recorded as returned */
  refunded_amount: number
  /** When money was last recorded as returned */
  refunded_at: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  created_at: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  paid_at: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  completed_at: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  cancelled_at: string | null
  /** How the customer receives it; null if the shop has no rules, or nothing is handed over by people */
  receiving: Receiving | null
  /** The part of `total` that is for delivery */
  delivery_fee: number
  delivery_zone: string | null
  /** The customer's table, for dining in */
  table_number: number | null
  /** When it was handed to a courier; the status remains `processing` */
  shipped_at: string | null
  courier: string | null
  tracking_number: string | null
  tracking_url: string | null
  /** When it arrived, as confirmed by the customer or assumed after the shop's waiting time */
  received_at: string | null
  cancelled_by: string | null
  items: OrderItemsEntry[]
  payment: OrderPayment | null
  /** Money received for the order through any of its payments and not returned */
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
  /** What the options of all its units add to the price; the total of an item is `price` × `quantity` + `surcharge` */
  surcharge: number
  /** The options of its units; units that are not listed have none */
  options: OrderItemsEntryOptionsEntry[]
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  delivered_at: string | null
}

export interface OrderItemsEntryOptionsEntry {
  quantity: number
  /** What these options add to the price of each of these units */
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
  /** When money was last refunded; the payment's status remains `paid` */
  refunded_at: string | null
  /** Total amount refunded; null if nothing was */
  refunded_amount: number | null
  /** Refunds, including requested ones, oldest first */
  refunds: Refund[]
}

export interface OrderReceivedEntry {
  transfer_id: number
  /** Whole rupiah */
  amount: number
  /** Whether it waits for your decision (`review-transfer`) */
  in_review: boolean
}

export interface PaymentExplanation {
  invoice_id: string
  status: 'pending' | 'paid' | 'expired' | 'cancelled'
  /**
   * The code belongs to another merchant, which the operator allows for this account; its money is not visible here,
   * so a person confirms the payment by hand
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
  /** The amounts that the verdict is about */
  amounts: number[]
  /** The time up to which every source of its money has been checked */
  checked_at: string | null
  sources: MoneySource[]
  /** Unreadable notifications that may report its money, newest first, without their text */
  unread: UnreadNotification[]
  /**
   * Other apps on that phone, which the connection does not read, and how many notifications each has shown since
   * then
   */
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
  /** A payment method id from get-payment-methods */
  payment_method: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  paid_at: string | null
  /** The provider's reference number of the money, once paid */
  paid_reff_num: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  expires_at: string
  /** When money was last refunded; the payment's status remains `paid` */
  refunded_at: string | null
  /** Total amount refunded; null if nothing was */
  refunded_amount: number | null
  /** Refunds, including requested ones, oldest first */
  refunds: Refund[]
  /** The merchant's own id */
  reference: string | null
  /** The merchant's own data */
  metadata: Record<string, string>
  /**
   * The code belongs to another merchant, which the operator allows for this account; its money is not visible here,
   * so a person confirms the payment by hand
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
  /** Image of the converted QR code */
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
  /** Base64, or a data: URL */
  image?: string | null | undefined
  image_url?: string | null | undefined
}

export type Receiving = 'delivery' | 'pickup' | 'dine_in'

export interface Refund {
  refund_id: string
  /** In whole rupiah; negative for a correction of an earlier refund */
  amount: number
  /** Only `succeeded` counts towards refunded_amount; `requested` and `sent` wait for the provider */
  status: RefundStatus
  /** Whether the provider returns the money; otherwise you returned it yourself */
  by_provider: boolean
  reason: string | null
  /** When the money was returned, according to you; if the provider returns it, when it was requested */
  returned_at: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  created_at: string
  /** Whether its goods were returned to stock */
  restocked: boolean
}

export interface RefundPaymentParams {
  /** Defaults to the amount that is not refunded yet */
  amount?: number | null | undefined
  /** The reason, shown to you and to the customer */
  reason?: string | null | undefined
  /** Whether to restock the order's goods that have counted stock and are still sold */
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
  /** Only for assign: the payment that the money is for */
  invoice?: string | null | undefined
  /** For accept or assign, after `payment_replaced` was returned: the payment that replaced the one to be paid */
  replaced_by?: string | null | undefined
  /** The reason, for anyone who reads the books later */
  note?: string | null | undefined
}

export interface SetStockParams {
  /** The variant's key; optional if the product has only one variant */
  variant?: string | null | undefined
  /** The number that can be ordered from now on */
  available?: number | null | undefined
  /** Instead of available: the number to add, or to subtract if negative */
  delta?: number | null | undefined
}

export interface ShipOrderParams {
  /** `own` for your own courier */
  courier: Courier
  tracking_number?: string | null | undefined
  /** Starts with `https://`; defaults to the courier's tracking page, if it has one */
  tracking_url?: string | null | undefined
  /** Whether to send the customer a message with courier, number and link */
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
  /** When it was handed to a courier; the status remains `processing` */
  shipped_at: string | null
  courier: string | null
  tracking_number: string | null
  tracking_url: string | null
  /** When it arrived, as confirmed by the customer or assumed after the shop's waiting time */
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
  /** The payment that the event is about, in its current state */
  payment: ListedPayment | null
  /** The order that the event is about, in its state at that time */
  order: ShopEventOrder | null
  /** The `data` that webhook endpoints receive for this type (see webhooks), with the object in its current state */
  data: Record<string, unknown> | null
  /** With signed: the callback that a receiver gets */
  callback?: ShopEventCallback | undefined
  /** With signed: the message that a webhook endpoint receives, signed with the account's secret */
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
  /** How the money arrives; defaults to exact */
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
  /** `settled`: the transfer paid the payment */
  outcome: 'known' | 'settled' | 'review' | 'unsettled'
}

export type Simulation = 'exact' | 'late' | 'under' | 'over' | 'twice' | 'other_payer'

export interface Stock {
  /** The product's key */
  product: string
  /** The variant's key, unique within the product */
  variant: string
  product_name: string
  variant_name: string | null
  kind: 'physical' | 'service' | 'digital'
  /** Whole rupiah */
  price: number
  /** The barcode that scanners read */
  barcode: string | null
  /** `counter` and `webhook` have counted stock */
  stock_mode: 'counter' | 'serial' | 'unlimited' | 'file' | 'content' | 'webhook'
  /** The number that can be ordered now; null if unlimited */
  available: number | null
  /** The number reserved for unpaid orders; null if stock is not counted */
  reserved: number | null
  /** Whether customers can see it, provided that its category is shown */
  is_active: boolean
}

export interface Transfer {
  transfer_id: number
  state: 'settled' | 'review' | 'unsettled' | 'refunded' | 'ignored'
  /** Why it was put in review */
  reason: ReviewReason | null
  /** Whole rupiah */
  amount: number
  /** The provider's own reference */
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
  /** The `transfer_id` of an earlier transfer that a phone reported in the same words: this one may be a duplicate */
  repeats: number | null
  /** The connection that received it */
  connection: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  resolved_at: string | null
  resolved_by: string | null
  note: string | null
}

export interface UnreadNotification {
  id: number
  /** The Android app that displayed it */
  package_name: string
  /** The amount that the forwarder app on the phone read */
  amount: number | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  received_at: string
  /** The page that shows its text to the owner and finance, where they can create a rule for its wording */
  page: string
  reason: string
}

export interface UpdateBillParams {
  title?: string | null | undefined
  /** True publishes a draft */
  publish?: boolean | null | undefined
  /** Whole rupiah */
  amount?: number | null | undefined
  /** With max_amount: the payer chooses the amount */
  min_amount?: number | null | undefined
  max_amount?: number | null | undefined
  /** The amount that its page suggests */
  proposed_amount?: number | null | undefined
  customer_phone?: string | null | undefined
  /** Name of the customer whom the bill is for */
  customer_name?: string | null | undefined
  /** The last day on which payment is on time; it can still be paid later */
  due_date?: string | null | undefined
  /** Send reminders to the payer in the shop's chat, if the phone number belongs to a customer */
  reminders?: boolean | null | undefined
  /** The last day on which the bill can be opened */
  end_date?: string | null | undefined
  /** The bill is closed after this many payments */
  uses_max?: number | null | undefined
  note?: string | null | undefined
  /** Text shown once the bill is paid */
  thanks?: string | null | undefined
  /** The merchant's own id */
  reference?: string | null | undefined
  /** The merchant's own data, copied to the bill's payments */
  metadata?: Record<string, string> | null | undefined
  /** Details that the payer is asked for */
  ask?: ('name' | 'phone' | 'address' | 'note')[] | null | undefined
  redirect_url?: string | null | undefined
  /** A readable name for its address, for a bill that many people may pay */
  slug?: string | null | undefined
}

export interface WholeBill {
  /** The bill's id */
  bill: string
  /** The last part of its address */
  slug: string
  /** The bill's page; only pressing its button creates a payment, opening it does not */
  url: string
  /** `once`: one payer; `many`: anyone who opens it; `open`: the payer chooses the amount */
  kind: 'once' | 'many' | 'open'
  /** `overdue` can still be paid; `closed` and `expired` cannot */
  status: 'draft' | 'open' | 'partly_paid' | 'paid' | 'overdue' | 'closed' | 'expired'
  title: string
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
  /** Total of its paid payments, without unique codes */
  collected: number
  /** The amount still due; null if many people may pay */
  due: number | null
  /** Money received beyond the amount due and not returned yet */
  excess: number
  /** Number of paid payments */
  uses: number
  customer_phone: string | null
  customer_name: string | null
  due_date: string | null
  /** Whether the payer gets reminders: the day before, the day after and a week after */
  reminders: boolean
  end_date: string | null
  uses_max: number | null
  note: string | null
  thanks: string | null
  /** The merchant's own id */
  reference: string | null
  /** The merchant's own data, copied to the bill's payments */
  metadata: Record<string, string>
  /** Details that the payer is asked for */
  ask: ('name' | 'phone' | 'address' | 'note')[]
  redirect_url: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  created_at: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  paid_at: string | null
  /** Goods from the catalogue; empty if the bill has none */
  items: WholeBillItemsEntry[]
  /** The number of the order that reserves the items, once it is placed; null if many people may pay */
  order: string | null
  /** Methods with which its next payment can be made now; empty if it cannot be paid */
  payment_methods: ('qris' | 'qris_platform' | 'qris_user' | 'wallet_qris' | 'wallet_direct')[]
  /** Methods with a lower limit per payment */
  limited_methods: WholeBillLimitedMethodsEntry[]
  /** The newest 50, newest first */
  payments: WholeBillPaymentsEntry[]
}

export interface WholeBillItemsEntry {
  name: string
  quantity: number
  /** Price of one unit without its options */
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
  /** The number of the order that it pays for */
  order: string | null
  payer_name: string | null
  payer_phone: string | null
  payer_address: string | null
  payer_note: string | null
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  created_at: string
  /** YYYY-MM-DD HH:MM:SS in the time zone of the installation */
  paid_at: string | null
  /** When money was last refunded; the payment's status remains `paid` */
  refunded_at: string | null
  /** Total amount refunded; null if nothing was */
  refunded_amount: number | null
  /** Refunds, including requested ones, oldest first */
  refunds: Refund[]
}
