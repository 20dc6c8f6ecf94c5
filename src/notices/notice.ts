import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import { identity } from '../database/identity.ts'
import { leaseColumns } from '../database/lease-columns.ts'
import { accountFilter, type Mode } from '../database/scope.ts'
import type { OrderPayload, WithdrawalMoved } from '../events/payloads.ts'
import type { FailingEndpoint } from '../events/receiver-payloads.ts'
import type { PhoneTrouble } from '../lib/phones/phone-trouble.ts'
import type { ReviewReason } from '../money/transfer.ts'
import { Bot } from './bot.ts'

const NoticeSchema = defineEntity({
  name: 'Notice',
  tableName: 'notice',
  comment: 'A Telegram message to be sent to a person.',
  filters: accountFilter,
  indexes: [
    { name: 'notice_due', properties: ['nextAt'], where: "state = 'pending'" },
    { name: 'notice_ended', properties: ['endedAt'], where: "state <> 'pending'" },
    { name: 'notice_turn', properties: ['bot', 'chatId', 'id'], where: "state = 'pending'" },
    { name: 'notice_held', properties: ['leaseHolder'], where: 'lease_token is not null' },
    { name: 'notice_of_account', properties: ['account', 'createdAt'] },
  ],
  triggers: [
    {
      // Orders at a counter belong to a placeholder customer (`device-customer.ts`), to whom version 1.0.0 would send
      // messages.
      name: 'notice_nobody',
      timing: 'before' as const,
      events: ['insert' as const],
      when: '(new.bot_id = 0)',
      body: 'return null;',
    },
  ],
  checks: [{ name: 'notice_sent', expression: "(state <> 'sent') or (message_id is not null)" }],
  properties: {
    id: identity(),
    bot: () => p.manyToOne(Bot).lazyRef().filters({ caller: false }),
    botId: p.bigint('number').fieldName('bot_id').persist(false),
    chatId: p.bigint('number').comment("Telegram's id of the receiving chat."),
    account: () => owner().strictNullable(),
    accountId: p.bigint('number').fieldName('account_id').strictNullable().persist(false),
    kind: p.text().comment('The kind of message; bot/notices has the text of each.').$type<NoticeKind>(),
    dedupeKey: p.text().comment('Its subject, so that it is written once.').unique(),
    edits: p.text().comment('The key of the notice whose message this one updates.').strictNullable(),
    data: p
      .json<NoticeData[NoticeKind]>()
      .comment('The data for its text; src/notices/notice.ts has the shape of each kind.'),
    state: p
      .enum(['pending', 'sent', 'skipped', 'failed', 'blocked'])
      .comment('pending, then one of four final states.')
      .default('pending'),
    isWaiting: p.boolean().default(false),
    attempts: p.integer().comment('The number of attempts.').default(0),
    nextAt: p.datetime().comment('The time of the next attempt.'),
    createdAt: p.datetime(),
    endedAt: p.datetime().strictNullable(),
    messageId: p.bigint('number').comment("Telegram's id of the resulting message.").strictNullable(),
    messageForm: p
      .enum(['text', 'photo', 'document'])
      .comment('The kind of the resulting message, which determines how it is edited.')
      .strictNullable(),
    lastError: p.text().strictNullable(),
    ...leaseColumns(),
  },
})

export class Notice extends NoticeSchema.class {}
NoticeSchema.setClass(Notice)
/**
 * The core's messages to a chat, and the data of each. Ids and facts only: the texts are created when they are sent
 * (`bot/notices/<kind>`), in the reader's language.
 */
export interface CoreNoticeData {
  /**
   * To the customer: the code of an order's payment as a photo. Waits until it exists; not sent if no longer pending.
   */
  'order.code': { orderNumber: string; invoiceId: string }
  /** To the customer: the code takes longer than usual. Due after some seconds; not sent if the code exists. */
  'order.code_slow': { orderNumber: string; invoiceId: string }
  /**
   * To the customer: the code is about to expire. Due a few minutes before; not sent if the code has become unpayable.
   */
  'order.code_ending': { orderNumber: string; invoiceId: string }
  /**
   * To the customer: the code expired. Sent as a new message below the code, because an edited message is easily
   * missed.
   */
  'order.code_expired': { orderNumber: string; invoiceId: string }
  /** To the customer, some time after the order was completed: asks for a review. */
  'order.review_ask': { orderNumber: string }
  /** To a customer who asked for it: the product is back in stock. */
  'customer.restocked': { productId: string; name: string }
  /** To the customer: changes the message of the code to show the outcome of its payment. */
  'order.code_ended': {
    orderNumber: string
    invoiceId: string
    status: 'paid' | 'expired' | 'cancelled'
    reason: string | null
    /** Only changes the message that still shows the code, so that it is not paid. */
    isQuiet?: boolean
    /** Another invoice of the order paid it, or the order has ended: only an existing message is changed. */
    isOther?: boolean
  }
  /**
   * To the customer: the receipt of an order that the merchant or the seller's server (`isOrdered`) is working on, as a
   * new message.
   */
  'order.receipt': { orderNumber: string; invoiceId: string; isOrdered: boolean }
  /** To the customer: these goods and the receipt, as a new message. */
  'order.goods': { orderNumber: string; itemIds: number[]; unit?: { number: number; of: number } }
  /**
   * To the customer: the merchant is working on it; `isShort`: the stock ran out after the payment, so the text
   * apologises.
   */
  'order.processing': { orderNumber: string; isShort: boolean }
  /** To the customer: the courier with which it was shipped. */
  'order.shipped': { orderNumber: string }
  /** To the customer: it can be picked up, or is brought to their table. */
  'order.ready': { orderNumber: string }
  'order.completed': { orderNumber: string }
  /** To the customer: the merchant undid a step of which they were notified (`was`). */
  'order.undone': { orderNumber: string; was: string }
  /** To the customer: it was cancelled; `isRefundDue` if it had been paid. */
  'order.cancelled': { orderNumber: string; by: string; isRefundDue: boolean }
  /** To the customer: a message from the seller about it. */
  'order.message': { orderNumber: string; text: string }
  /** To the customer: money arrived that the merchant has to review (late, twice, after a cancellation). */
  'order.money_in_review': { orderNumber: string; invoiceId: string; reason: ReviewReason; amount: number }
  /** To the customer: the seller recorded that this money was refunded. */
  'order.money_returned': { orderNumber: string; amount: number; note: string | null }
  /** To the person whose press or message kept failing. */
  'update.failed': { reference: string }
  /** To a user who signs in: six digits, sealed (`codeContext` of the chat). */
  'user.code': { purpose: 'sign_in' | 'reset' | 'prove'; sealedCode: string; minutes: number; expiresAt: string }
  /** To a user: a session was opened with their password or passkey, or by a provider. `at` is ISO 8601. */
  'user.signed_in': { sessionId: number; browser: string; address: string; at: string }
  /** To the merchant, in case another person created the key. */
  'merchant.key_created': { label: string; mode: Mode; hint: string; by: string }
  'merchant.callback_address_changed': { url: string | null; by: string }
  /**
   * To the merchant. With `waiting` it represents all guests of public pages in that mode who have not paid: each order
   * gets its own card once it is paid.
   */
  'merchant.order_new': { orderNumber: string; waiting?: Mode }
  'merchant.order_paid': {
    orderNumber: string
    invoiceId: string
    paidLate: boolean
    needsHands: boolean
    isOrdered: boolean
  }
  /**
   * Updates a sent card to the current order; does nothing if none was sent. Shows the merchant's step (`done`) while
   * the order still has the resulting status.
   */
  'merchant.order_card': { orderNumber: string; done?: { what: MerchantMove; status: OrderPayload['status'] } }
  /** To the merchant: it was paid, but the stock ran out. */
  'merchant.order_short': { orderNumber: string; why: string | null }
  'merchant.order_cancelled': { orderNumber: string; by: string; isRefundDue: boolean }
  /** To the merchant, a day after a refund became due: it is still due. */
  'merchant.refund_owed': { orderNumber: string }
  'merchant.order_paid_in_vain': {
    orderNumber: string
    invoiceId: string
    amount: number
    reason: ReviewReason
    isTest: boolean
  }
  /**
   * To the merchant who started a proof payment: its code as a photo, which waits until it exists. An edit of the same
   * message shows the outcome.
   */
  'merchant.proof': { connectionId: number; invoiceId: string; mode: Mode; isChange?: boolean }
  /** To the merchant: a payment without an order was paid. `paidAt` is ISO 8601. */
  'merchant.payment_paid': {
    invoiceId: string
    amount: number
    paidVia: string
    paidAt: string
    customerName: string | null
    description: string | null
    isTest: boolean
    paidLate: boolean
    /** Whether a person confirmed it, without money being seen. */
    isByHand?: boolean
  }
  'merchant.transfer_in_review': {
    transferId: number
    reason: ReviewReason
    invoiceId: string | null
    likelyInvoiceId: string | null
    orderNumber: string | null
    amount: number
    payerName: string | null
    occurredAt: string | null
    isTest: boolean
  }
  /**
   * To the merchant: the progress of money on its way to the bank. Always sent, because another person may have
   * requested it.
   */
  'merchant.withdrawal': WithdrawalMoved
  'merchant.callback_exhausted': { invoiceId: string; url: string; error: string | null; isTest: boolean }
  /** To the merchant: only failures for a day, later for five days. */
  'merchant.callback_endpoint_failing': FailingEndpoint
  /** To the merchant: the endpoint was disabled. With a reason it is a webhook that the merchant created. */
  'merchant.callback_endpoint_disabled': FailingEndpoint & { reason?: 'failing' | 'gone' | 'behind' }
  /** To the merchant: the stock of a watched variant is low. */
  'merchant.stock_low': { productId: string; name: string; available: number; isTest: boolean }
  /** To the merchant: a customer rated an order. */
  'merchant.review': { orderNumber: string; stars: number }
  'merchant.bot_revoked': { username: string; isTest: boolean }
  /** To the connection's merchant, and to the operator. */
  'merchant.connection_failing': {
    connector: string
    label: string
    accountName: string
    reason: string | null
    error: string | null
    isTest: boolean
  }
  'merchant.connection_recovered': { connector: string; label: string; accountName: string; isTest: boolean }
  /** To the merchant: its phone forwards too many unreadable notifications. */
  'merchant.connection_flooded': { connectionId: number; label: string; perHour: number; isTest: boolean }
  /** To the merchant: the phone that reports money has trouble. */
  'merchant.phone_trouble': { connectionId: number; label: string; trouble: PhoneTrouble; isTest: boolean }
  /** To the merchant: the plan ends soon. `endsAt` is ISO 8601. */
  'merchant.plan_ending': { plan: 'trial' | 'paid' | 'premium'; endsAt: string }
  'merchant.customer_blocked': { orderNumber: string; customerName: string; isTest: boolean }
  /** To the merchant: the sales of an account on a past day (`YYYY-MM-DD`). */
  'merchant.sales_day': { day: string; mode: Mode }
}

/** All messages that can be planned. A module adds its own with `declare module`, and their texts as `noticeViews`. */
export interface NoticeData extends CoreNoticeData {}

/** The merchant's steps on an order, by a button, of which its customer is notified. */
export type MerchantMove = 'processing' | 'shipped' | 'completed' | 'undone'

export type NoticeKind = keyof NoticeData

/** The kinds that an account can disable; the others are always sent. */
export const switchableKinds = [
  'merchant.order_new',
  'merchant.order_paid',
  'merchant.payment_paid',
  'merchant.order_cancelled',
  'merchant.order_paid_in_vain',
  'merchant.transfer_in_review',
  'merchant.callback_exhausted',
  'merchant.customer_blocked',
  'merchant.stock_low',
  'merchant.review',
  'merchant.sales_day',
] as const satisfies NoticeKind[]
