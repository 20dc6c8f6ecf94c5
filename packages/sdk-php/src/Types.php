<?php
// Generated from docs/openapi.client.json; test/sdks/types.test.ts compares and, with -u, writes it.

declare(strict_types=1);

namespace Warung;

/**
 * The types of the shop's requests and answers: `@phpstan-import-type CreatedPayment from \Warung\Types`.
 *
 * @phpstan-type Bill array{
 *   bill: string,
 *   slug: string,
 *   url: string,
 *   kind: 'once'|'many'|'open',
 *   status: 'draft'|'open'|'partly_paid'|'paid'|'overdue'|'closed'|'expired',
 *   title: string,
 *   amount: int|null,
 *   min_amount: int|null,
 *   max_amount: int|null,
 *   proposed_amount: int|null,
 *   parts: bool,
 *   collected: int,
 *   due: int|null,
 *   excess: int,
 *   uses: int,
 *   customer_phone: string|null,
 *   customer_name: string|null,
 *   due_date: string|null,
 *   reminders: bool,
 *   end_date: string|null,
 *   uses_max: int|null,
 *   note: string|null,
 *   thanks: string|null,
 *   reference: string|null,
 *   metadata: array<string, string>,
 *   ask: list<'name'|'phone'|'address'|'note'>,
 *   redirect_url: string|null,
 *   created_at: string,
 *   paid_at: string|null,
 * }
 * @phpstan-type CompleteOrderParams array{
 *   status?: OrderEnd|null,
 *   notify?: bool|null,
 * }
 * @phpstan-type CompletedOrder array{
 *   order_number: string,
 *   status: 'pending'|'waiting_payment'|'paid'|'processing'|'completed'|'cancelled',
 * }
 * @phpstan-type ConvertQrisParams array{
 *   nominal: int,
 *   qris?: string|null,
 *   image?: string|null,
 *   image_url?: string|null,
 * }
 * @phpstan-type Courier 'jne'|'jnt'|'sicepat'|'anteraja'|'ninja'|'pos'|'gosend'|'grabexpress'|'own'
 * @phpstan-type CreateBillParams array{
 *   kind?: 'once'|'many'|'open',
 *   title: string,
 *   items?: list<CreateBillParamsItemsEntry>|null,
 *   parts?: bool|null,
 *   draft?: bool|null,
 *   amount?: int|null,
 *   min_amount?: int|null,
 *   max_amount?: int|null,
 *   proposed_amount?: int|null,
 *   customer_phone?: string|null,
 *   customer_name?: string|null,
 *   due_date?: string|null,
 *   reminders?: bool|null,
 *   end_date?: string|null,
 *   uses_max?: int|null,
 *   note?: string|null,
 *   thanks?: string|null,
 *   reference?: string|null,
 *   metadata?: array<string, string>|null,
 *   ask?: list<'name'|'phone'|'address'|'note'>|null,
 *   redirect_url?: string|null,
 *   slug?: string|null,
 * }
 * @phpstan-type CreateBillParamsItemsEntry array{
 *   product: string,
 *   variant?: string,
 *   quantity?: int,
 *   choices?: list<string>,
 * }
 * @phpstan-type CreatePaymentParams array{
 *   amount: int,
 *   description?: string|null,
 *   customer_name?: string|null,
 *   customer_email?: string|null,
 *   customer_phone?: string|null,
 *   callback_url?: string|null,
 *   redirect_url?: string|null,
 *   file_id?: int|null,
 *   content_id?: int|null,
 *   product_image_id?: int|null,
 *   payment_method?: string|null,
 *   use_qris_converter?: bool|null,
 *   qris_string?: string|null,
 *   reference?: string|null,
 *   reuse?: bool|null,
 *   metadata?: array<string, string>|null,
 * }
 * @phpstan-type CreatedPayment array{
 *   invoice_id: string,
 *   amount: int,
 *   unique_code: int,
 *   final_amount: int,
 *   payment_url: string,
 *   expires_at: string,
 *   status: 'pending'|'paid'|'expired'|'cancelled',
 *   payment_method: string,
 *   redirect_url: string|null,
 *   reference: string|null,
 *   metadata: array<string, string>,
 *   has_file: bool,
 *   file_id: int|null,
 *   has_product_image: bool,
 *   product_image_id: int|null,
 *   download_token?: string,
 *   qris_converter?: CreatedPaymentQrisConverter|bool,
 *   refunded_at?: string,
 *   refunded_amount?: int,
 *   refunds?: list<Refund>,
 *   foreign_code?: bool,
 *   payment_method_label?: string,
 *   qris_string?: string,
 *   qris_static_image_url?: string|null,
 *   qris_dynamic_string?: string,
 *   qris_dynamic_image_url?: string,
 *   provider_invoiceid?: string,
 *   provider_nmid?: string|null,
 *   provider_request_date?: string,
 * }
 * @phpstan-type CreatedPaymentQrisConverter array{
 *   enabled: bool,
 *   converted_qris: string,
 *   qr_image_url: string,
 * }
 * @phpstan-type ErrorAnswer array{
 *   success: bool,
 *   error: string,
 *   code: 'invalid_request'|'unknown_field'|'unauthorized'|'forbidden'|'not_found'|'method_not_allowed'|'rate_limited'|'amount_out_of_range'|'reference_taken'|'payment_replaced'|'method_unavailable'|'amounts_exhausted'|'provider_unavailable'|'refused_transition'|'idempotency_conflict'|'idempotency_mismatch'|'not_ready'|'already_paid'|'invalid_qris'|'invalid_crc'|'unsupported_qris'|'invalid_nominal'|'invalid_image'|'image_too_large'|'no_code_found'|'several_codes_found'|'address_refused'|'fetch_failed'|'closed'|'coupon'|'out_of_stock'|'price_changed'|'insufficient_balance'|'storage_full'|'too_many_open_orders'|'expired'|'unavailable'|'internal',
 *   fields?: list<ErrorAnswerFieldsEntry>,
 *   request_id: string,
 *   invoice_id?: string,
 *   payment_url?: string,
 *   expires_at?: string,
 * }
 * @phpstan-type ErrorAnswerFieldsEntry array{
 *   path: string,
 *   error: string,
 * }
 * @phpstan-type FailureKind 'unreachable'|'unauthorized'|'refused'|'taken'|'unexpected'|'silent'|'too_late'
 * @phpstan-type ListBillsParams array{
 *   status?: 'draft'|'open'|'partly_paid'|'paid'|'overdue'|'closed'|'expired',
 *   reference?: string,
 *   search?: string,
 *   page?: int,
 *   limit?: int,
 * }
 * @phpstan-type ListEventsParams array{
 *   type?: string,
 *   cursor?: string,
 *   limit?: int,
 *   signed?: bool,
 * }
 * @phpstan-type ListOrdersParams array{
 *   status?: 'pending'|'waiting_payment'|'paid'|'processing'|'completed'|'cancelled',
 *   search?: string,
 *   limit?: int,
 *   offset?: int,
 * }
 * @phpstan-type ListPaymentsParams array{
 *   search?: string,
 *   reference?: string,
 *   status?: 'pending'|'paid'|'expired'|'cancelled',
 *   payment_method?: 'qris'|'qris_platform'|'qris_user'|'wallet_qris'|'wallet_direct'|'all',
 *   paid_via?: 'qris'|'qris_platform'|'qris_user'|'wallet_qris'|'wallet_direct',
 *   start_date?: string,
 *   end_date?: string,
 *   page?: int,
 *   limit?: int,
 *   cursor?: string,
 * }
 * @phpstan-type ListStockParams array{
 *   product?: string,
 *   barcode?: string,
 *   page?: int,
 *   limit?: int,
 * }
 * @phpstan-type ListTransfersParams array{
 *   state?: 'settled'|'review'|'unsettled'|'refunded'|'ignored',
 *   reason?: 'unmatched'|'early'|'late'|'inexact'|'ambiguous'|'cancelled'|'paid_twice'|'unproved',
 *   invoice?: string,
 *   page?: int,
 *   limit?: int,
 * }
 * @phpstan-type ListedOrder array{
 *   order_number: string,
 *   customer_name: string|null,
 *   customer_phone: string|null,
 *   status: 'pending'|'waiting_payment'|'paid'|'processing'|'completed'|'cancelled',
 *   total: int,
 *   note: string|null,
 *   address: string|null,
 *   refund_due: bool,
 *   refunded_amount: int,
 *   refunded_at: string|null,
 *   created_at: string,
 *   paid_at: string|null,
 *   completed_at: string|null,
 *   cancelled_at: string|null,
 *   receiving: Receiving|null,
 *   delivery_fee: int,
 *   delivery_zone: string|null,
 *   table_number: int|null,
 *   shipped_at: string|null,
 *   courier: string|null,
 *   tracking_number: string|null,
 *   tracking_url: string|null,
 *   received_at: string|null,
 *   invoice_id: string|null,
 *   summary: string|null,
 * }
 * @phpstan-type ListedPayment array{
 *   invoice_id: string,
 *   amount: int,
 *   unique_code: int,
 *   final_amount: int,
 *   status: 'pending'|'paid'|'expired'|'cancelled',
 *   description: string|null,
 *   customer_name: string|null,
 *   payment_url: string,
 *   created_at: string,
 *   paid_at: string|null,
 *   has_file: bool,
 *   file_id: int|null,
 *   payment_method: string,
 *   paid_via: string|null,
 *   refunded_at: string|null,
 *   refunded_amount: int|null,
 *   refunds: list<Refund>,
 *   reference: string|null,
 *   metadata: array<string, string>,
 *   foreign_code?: bool,
 * }
 * @phpstan-type MoneySource array{
 *   payment_method: string,
 *   connection: string|null,
 *   matched_by: 'amount'|'reference',
 *   state: 'offered'|'preparing'|'failed'|'open'|'closed',
 *   checked_at: string|null,
 *   reported_at?: string|null,
 *   witnesses: list<MoneySourceWitnessesEntry>,
 *   failures: int,
 *   problem: string|null,
 *   problem_code: FailureKind|null,
 * }
 * @phpstan-type MoneySourceWitnessesEntry array{
 *   name: string,
 *   last_word_at: string,
 * }
 * @phpstan-type Movement array{
 *   id: int,
 *   type: 'sale'|'withdrawal'|'refund_note',
 *   invoice_id: string|null,
 *   withdrawal_id: string|null,
 *   amount: int,
 *   fee: int,
 *   net: int,
 *   is_withdrawable: bool,
 *   created_at: string,
 * }
 * @phpstan-type Order array{
 *   order_number: string,
 *   customer_name: string|null,
 *   customer_phone: string|null,
 *   status: 'pending'|'waiting_payment'|'paid'|'processing'|'completed'|'cancelled',
 *   total: int,
 *   note: string|null,
 *   address: string|null,
 *   refund_due: bool,
 *   refunded_amount: int,
 *   refunded_at: string|null,
 *   created_at: string,
 *   paid_at: string|null,
 *   completed_at: string|null,
 *   cancelled_at: string|null,
 *   receiving: Receiving|null,
 *   delivery_fee: int,
 *   delivery_zone: string|null,
 *   table_number: int|null,
 *   shipped_at: string|null,
 *   courier: string|null,
 *   tracking_number: string|null,
 *   tracking_url: string|null,
 *   received_at: string|null,
 *   cancelled_by: string|null,
 *   items: list<OrderItemsEntry>,
 *   payment: OrderPayment|null,
 *   received: list<OrderReceivedEntry>,
 * }
 * @phpstan-type OrderEnd 'completed'|'cancelled'
 * @phpstan-type OrderItemsEntry array{
 *   product_name: string,
 *   variant_name: string|null,
 *   kind: string,
 *   price: int,
 *   quantity: int,
 *   surcharge: int,
 *   options: list<OrderItemsEntryOptionsEntry>,
 *   delivered_at: string|null,
 * }
 * @phpstan-type OrderItemsEntryOptionsEntry array{
 *   quantity: int,
 *   price: int,
 *   choices: list<OrderItemsEntryOptionsEntryChoicesEntry>,
 * }
 * @phpstan-type OrderItemsEntryOptionsEntryChoicesEntry array{
 *   group: string,
 *   group_name: string,
 *   option: string,
 *   option_name: string,
 *   price: int,
 * }
 * @phpstan-type OrderPayment array{
 *   invoice_id: string,
 *   status: string,
 *   payment_method: string,
 *   amount: int,
 *   final_amount: int,
 *   paid_at: string|null,
 *   paid_reff_num: string|null,
 *   expires_at: string,
 *   refunded_at: string|null,
 *   refunded_amount: int|null,
 *   refunds: list<Refund>,
 * }
 * @phpstan-type OrderReceivedEntry array{
 *   transfer_id: int,
 *   amount: int,
 *   in_review: bool,
 * }
 * @phpstan-type PaymentExplanation array{
 *   invoice_id: string,
 *   status: 'pending'|'paid'|'expired'|'cancelled',
 *   foreign_code?: bool,
 *   verdict: 'paid'|'refunded'|'callback_failing'|'money_in_review'|'settling'|'unseen'|'money_returned'|'money_ignored'|'unread'|'preparing'|'no_code'|'provider_away'|'waiting'|'overdue'|'row_aside'|'expired'|'cancelled',
 *   explanation: string,
 *   next_step: string,
 *   amounts: list<int>,
 *   checked_at: string|null,
 *   sources: list<MoneySource>,
 *   unread: list<UnreadNotification>,
 *   other_apps: list<PaymentExplanationOtherAppsEntry>,
 *   transfers: list<Transfer>,
 *   timeline: list<PaymentStep>,
 * }
 * @phpstan-type PaymentExplanationOtherAppsEntry array{
 *   package_name: string,
 *   count: int,
 * }
 * @phpstan-type PaymentStatus array{
 *   invoice_id: string,
 *   status: 'pending'|'paid'|'expired'|'cancelled',
 *   amount: int,
 *   final_amount: int,
 *   payment_method: string,
 *   paid_at: string|null,
 *   paid_reff_num: string|null,
 *   expires_at: string,
 *   refunded_at: string|null,
 *   refunded_amount: int|null,
 *   refunds: list<Refund>,
 *   reference: string|null,
 *   metadata: array<string, string>,
 *   foreign_code?: bool,
 * }
 * @phpstan-type PaymentStep array{
 *   at: string,
 *   what: string,
 *   detail: string|null,
 * }
 * @phpstan-type QrisConversion array{
 *   original_qris: string,
 *   converted_qris: string,
 *   nominal: int,
 *   merchant_name: string|null,
 *   merchant_city: string|null,
 *   crc: string,
 *   qr_image_url: string,
 *   original_info: QrisConversionOriginalInfo,
 * }
 * @phpstan-type QrisConversionOriginalInfo array{
 *   is_static: bool,
 *   is_dynamic: bool,
 *   original_amount: float|null,
 *   country_code: string|null,
 * }
 * @phpstan-type QrisInfo array{
 *   qris: string,
 *   is_valid: bool,
 *   merchant_name: string|null,
 *   merchant_city: string|null,
 *   is_static: bool,
 *   is_dynamic: bool,
 *   current_amount: float|null,
 *   country_code: string|null,
 *   postal_code: string|null,
 *   merchant_pan: string|null,
 *   merchant_id: string|null,
 *   merchant_criteria: string|null,
 *   nmid: string|null,
 * }
 * @phpstan-type ReadQrisParams array{
 *   qris?: string|null,
 *   image?: string|null,
 *   image_url?: string|null,
 * }
 * @phpstan-type Receiving 'delivery'|'pickup'|'dine_in'
 * @phpstan-type Refund array{
 *   refund_id: string,
 *   amount: int,
 *   status: RefundStatus,
 *   by_provider: bool,
 *   reason: string|null,
 *   returned_at: string,
 *   created_at: string,
 *   restocked: bool,
 * }
 * @phpstan-type RefundPaymentParams array{
 *   amount?: int|null,
 *   reason?: string|null,
 *   restock?: bool|null,
 * }
 * @phpstan-type RefundStatus 'requested'|'sent'|'succeeded'|'failed'
 * @phpstan-type ReviewReason 'unmatched'|'early'|'late'|'inexact'|'ambiguous'|'cancelled'|'paid_twice'|'unproved'
 * @phpstan-type ReviewTransferParams array{
 *   action: 'accept'|'assign'|'refund'|'ignore',
 *   invoice?: string|null,
 *   replaced_by?: string|null,
 *   note?: string|null,
 * }
 * @phpstan-type SetStockParams array{
 *   variant?: string|null,
 *   available?: int|null,
 *   delta?: int|null,
 * }
 * @phpstan-type ShipOrderParams array{
 *   courier: Courier,
 *   tracking_number?: string|null,
 *   tracking_url?: string|null,
 *   notify?: bool|null,
 * }
 * @phpstan-type ShippedOrder array{
 *   order_number: string,
 *   status: 'pending'|'waiting_payment'|'paid'|'processing'|'completed'|'cancelled',
 *   shipped_at: string|null,
 *   courier: string|null,
 *   tracking_number: string|null,
 *   tracking_url: string|null,
 *   received_at: string|null,
 * }
 * @phpstan-type ShopEvent array{
 *   id: string,
 *   type: 'payment.created'|'payment.paid'|'payment.expired'|'payment.cancelled'|'payment.refunded'|'transfer.in_review'|'transfer.reviewed'|'order.placed'|'order.waiting_payment'|'order.paid'|'order.processing'|'order.shipped'|'order.delivered'|'order.completed'|'order.cancelled'|'order.undone'|'order.paid_in_vain'|'order.reviewed'|'bill.created'|'bill.partly_paid'|'bill.paid'|'bill.used'|'bill.overpaid'|'bill.overdue'|'bill.closed'|'bill.expired'|'shift.opened'|'shift.closed'|'stock.low'|'stock.changed'|'customer.created'|'withdrawal.moved'|'connection.failing'|'connection.recovered'|'endpoint.disabled'|'order.payment_ended'|'callback.test',
 *   created_at: string,
 *   payment: ListedPayment|null,
 *   order: ShopEventOrder|null,
 *   data: array<string, mixed>|null,
 *   callback?: ShopEventCallback,
 *   delivery?: ShopEventDelivery,
 * }
 * @phpstan-type ShopEventCallback array{
 *   headers: array<string, string>,
 *   body: string,
 * }
 * @phpstan-type ShopEventDelivery array{
 *   headers: array<string, string>,
 *   body: string,
 * }
 * @phpstan-type ShopEventOrder array{
 *   order_number: string,
 *   status: string,
 *   customer_name: string,
 *   total: int,
 * }
 * @phpstan-type SimulatePaymentParams array{
 *   simulation?: Simulation|null,
 * }
 * @phpstan-type SimulatedPayment array{
 *   invoice_id: string,
 *   status: 'pending'|'paid'|'expired'|'cancelled',
 *   transfers: list<SimulatedPaymentTransfersEntry>,
 * }
 * @phpstan-type SimulatedPaymentTransfersEntry array{
 *   reference: string,
 *   amount: int,
 *   outcome: 'known'|'settled'|'review'|'unsettled',
 * }
 * @phpstan-type Simulation 'exact'|'late'|'under'|'over'|'twice'|'other_payer'
 * @phpstan-type Stock array{
 *   product: string,
 *   variant: string,
 *   product_name: string,
 *   variant_name: string|null,
 *   kind: 'physical'|'service'|'digital',
 *   price: int,
 *   barcode: string|null,
 *   stock_mode: 'counter'|'serial'|'unlimited'|'file'|'content'|'webhook',
 *   available: int|null,
 *   reserved: int|null,
 *   is_active: bool,
 * }
 * @phpstan-type Transfer array{
 *   transfer_id: int,
 *   state: 'settled'|'review'|'unsettled'|'refunded'|'ignored',
 *   reason: ReviewReason|null,
 *   amount: int,
 *   reference: string,
 *   occurred_at: string|null,
 *   received_at: string,
 *   payer_name: string|null,
 *   payer_app: string|null,
 *   invoice_id: string|null,
 *   likely_invoice_id: string|null,
 *   repeats: int|null,
 *   connection: string,
 *   resolved_at: string|null,
 *   resolved_by: string|null,
 *   note: string|null,
 * }
 * @phpstan-type UnreadNotification array{
 *   id: int,
 *   package_name: string,
 *   amount: int|null,
 *   received_at: string,
 *   page: string,
 *   reason: string,
 * }
 * @phpstan-type UpdateBillParams array{
 *   title?: string|null,
 *   publish?: bool|null,
 *   amount?: int|null,
 *   min_amount?: int|null,
 *   max_amount?: int|null,
 *   proposed_amount?: int|null,
 *   customer_phone?: string|null,
 *   customer_name?: string|null,
 *   due_date?: string|null,
 *   reminders?: bool|null,
 *   end_date?: string|null,
 *   uses_max?: int|null,
 *   note?: string|null,
 *   thanks?: string|null,
 *   reference?: string|null,
 *   metadata?: array<string, string>|null,
 *   ask?: list<'name'|'phone'|'address'|'note'>|null,
 *   redirect_url?: string|null,
 *   slug?: string|null,
 * }
 * @phpstan-type WholeBill array{
 *   bill: string,
 *   slug: string,
 *   url: string,
 *   kind: 'once'|'many'|'open',
 *   status: 'draft'|'open'|'partly_paid'|'paid'|'overdue'|'closed'|'expired',
 *   title: string,
 *   amount: int|null,
 *   min_amount: int|null,
 *   max_amount: int|null,
 *   proposed_amount: int|null,
 *   parts: bool,
 *   collected: int,
 *   due: int|null,
 *   excess: int,
 *   uses: int,
 *   customer_phone: string|null,
 *   customer_name: string|null,
 *   due_date: string|null,
 *   reminders: bool,
 *   end_date: string|null,
 *   uses_max: int|null,
 *   note: string|null,
 *   thanks: string|null,
 *   reference: string|null,
 *   metadata: array<string, string>,
 *   ask: list<'name'|'phone'|'address'|'note'>,
 *   redirect_url: string|null,
 *   created_at: string,
 *   paid_at: string|null,
 *   items: list<WholeBillItemsEntry>,
 *   order: string|null,
 *   payment_methods: list<'qris'|'qris_platform'|'qris_user'|'wallet_qris'|'wallet_direct'>,
 *   limited_methods: list<WholeBillLimitedMethodsEntry>,
 *   payments: list<WholeBillPaymentsEntry>,
 * }
 * @phpstan-type WholeBillItemsEntry array{
 *   name: string,
 *   quantity: int,
 *   price: int,
 *   total: int,
 *   choices: list<string>,
 * }
 * @phpstan-type WholeBillLimitedMethodsEntry array{
 *   payment_method: 'qris'|'qris_platform'|'qris_user'|'wallet_qris'|'wallet_direct',
 *   max_amount: int,
 * }
 * @phpstan-type WholeBillPaymentsEntry array{
 *   invoice_id: string,
 *   amount: int,
 *   final_amount: int,
 *   status: 'pending'|'paid'|'expired'|'cancelled',
 *   payment_url: string,
 *   order: string|null,
 *   payer_name: string|null,
 *   payer_phone: string|null,
 *   payer_address: string|null,
 *   payer_note: string|null,
 *   created_at: string,
 *   paid_at: string|null,
 *   refunded_at: string|null,
 *   refunded_amount: int|null,
 *   refunds: list<Refund>,
 * }
 */
interface Types
{
}
