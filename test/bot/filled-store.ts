import { commandActor } from '../../src/accounts/audit.ts'
import { setStarPrice } from '../../src/catalog/set-star-price.ts'
import { draftBroadcast } from '../../src/modules/broadcasts/draft-broadcast.ts'
import { answerCustomer } from '../../src/modules/talk/answer-customer.ts'
import { writeToMerchant } from '../../src/modules/talk/write-to-merchant.ts'
import { Approval } from '../../src/modules/team/approval.ts'
import type { NoticeData, NoticeKind } from '../../src/notices/notice.ts'
import { reviewOrder } from '../../src/orders/reviews/review-order.ts'
import { createUser } from '../../src/people/create-user.ts'
import { fill, invoice, openStall, order, pay } from '../orders/store.ts'
import { type Customer, eventually, type Store } from './store.ts'

/** The ids of a store with an example of everything. */
export interface Ids {
  accountId: number
  productId: string
  paid: { orderNumber: string; invoiceId: string; items: number[] }
  open: { orderNumber: string; invoiceId: string }
  transferId: number
  asked: number
  answered: number
  broadcastId: number
  purchaseId: number
  approvalId: number
}

/** Fills a store: orders in several states, a review, money in review, a talk, a broadcast, Stars. */
export async function fillStore(store: Store, buyer: Customer, merchant: Customer): Promise<Ids> {
  const { shop } = store
  const { app, demo } = shop
  const { accountId } = demo
  const stall = await openStall(app, demo, shelves)
  const one = async (text: string) => (await app.sql.query<{ id: number }>(text))[0]!.id
  const customer = await one(`select id from customer where telegram_user_id = ${buyer.id}`)
  const paid = await invoice(stall, customer, { 'kopi/satu': 1, kunci: 1 })
  await shop.work()
  await pay(stall, paid.payment.invoiceId)
  await app.sql.write(`update store_order set status = 'completed', completed_at = now()`)
  await reviewOrder(app, { accountId, mode: 'test', customerId: customer }, { token: paid.order.token, stars: 5 })
  await app.sql.write(`update review set text = 'x'`)
  const open = await invoice(stall, customer, { 'kopi/dua': 1 })
  await shop.work()
  await order(stall, customer, { 'kopi/dua': 1 })
  await fill(stall, customer, { 'kopi/dua': 2 })
  const near = await shop.api('/create-payment', { body: { amount: 40_000, payment_method: 'wallet_direct' } })
  await shop.sandbox('/transfers', { connector: 'wallet', amount: near.body.data.final_amount - 2, payer_name: 'x' })
  await shop.hurry()
  await shop.work()
  const said = { text: 'x', picture: null }
  await writeToMerchant(app, { accountId, mode: 'test', customerId: customer }, { ...said, once: 'asked' })
  const asked = await one('select id from talk_message')
  await answerCustomer(app, [accountId], { talkId: asked, chatId: merchant.id, ...said, once: 'answered' })
  const botId = await one(`select id from bot where account_id = ${accountId}`)
  const draft = { botId, authorChatId: merchant.id, ...said, once: 'draft' }
  const broadcastId = await draftBroadcast(app, [accountId], draft)
  const purchaseId = await buyWithStars(store, buyer, stall.variants.kunci!)
  // It would be due 15 seconds after its order, in the middle of a test which checks that nothing changes.
  await app.sql.write(
    `update notice set next_at = next_at + interval '1 day' where kind = 'order.code_slow' and state = 'pending'`,
  )
  return {
    accountId,
    asked,
    broadcastId,
    purchaseId,
    approvalId: await askForApproval(store),
    answered: await one(`select id from talk_message where "from" = 'merchant'`),
    transferId: await one(`select id from transfer where state = 'review'`),
    productId: (await app.sql.query<{ id: string }>(`select public_id as id from product where key = 'kopi'`))[0]!.id,
    open: { orderNumber: open.order.orderNumber, invoiceId: open.payment.invoiceId },
    paid: {
      orderNumber: paid.order.orderNumber,
      invoiceId: paid.payment.invoiceId,
      items: (
        await app.sql.query<{ id: number }>('select id from order_item where order_id = $1', [paid.order.id])
      ).map(({ id }) => id),
    },
  }
}

async function askForApproval({ shop: { app, demo } }: Store): Promise<number> {
  const member = { accountId: demo.accountId, role: 'finance' as const }
  const { id: user } = await createUser(app, { username: 'minta-izin', password: 'kopi susu gula aren', member })
  const asked = {
    account: demo.accountId,
    user,
    kind: 'refund' as const,
    subject: '/dashboard/payments',
    amount: 1_000,
  }
  const undecided = { decidedAt: null, isApproved: null, usedAt: null }
  return app.em('installation').insert(Approval, { ...asked, askedAt: app.now(), ...undecided })
}

async function buyWithStars(store: Store, buyer: Customer, variantId: string): Promise<number> {
  const { app, demo } = store.shop
  await setStarPrice(app, { accountId: demo.accountId, ...commandActor }, variantId, 50)
  // A command ends the talk with the seller, who would otherwise get the next text.
  await buyer.say('/start')
  await buyer.say('kunci')
  await buyer.press('kunci')
  await buyer.press('50 Stars')
  const invoice = await eventually(async () => (await buyer.chat()).find(each => each.invoice), 'an invoice')
  await store.control('payments', { bot: store.bot, from: buyer.id, message_id: invoice.message_id })
  await buyer.sees('KEY-2')
  return (await app.sql.query<{ id: number }>('select id from star_purchase'))[0]!.id
}

const shelves = `
categories:
  - { key: minuman, name: Minuman }
products:
  - key: kopi
    kind: physical
    name: kopi
    category: minuman
    asks: []
    description: x
    variants:
      - { key: satu, name: satu, price: 30000, stock: 9 }
      - { key: dua, name: dua, price: 35000, stock: 9 }
  - { key: kunci, kind: digital, name: kunci, price: 25000, stock: { serials: [KEY-1, KEY-2] } }
`

/** Returns notices of every kind, with this text in every possible place. */
export function noticesOf(text: string, now: Date, ids: Ids): { [Kind in NoticeKind]: NoticeData[Kind] } {
  const { paid, open, transferId, productId, purchaseId } = ids
  const [mode, isTest, at] = ['test', true, now.toISOString()] as const
  const by = text
  const star = { purchaseId, mode } as const
  const endpoint = { origin: text, failingSince: at, isTest }
  const connection = { connector: 'interactive', label: text, accountName: text, isTest }
  return {
    'order.code': open,
    'order.code_slow': open,
    'order.code_ending': open,
    'order.code_expired': open,
    'order.review_ask': paid,
    'order.code_ended': { ...paid, status: 'paid', reason: text },
    'order.receipt': { ...paid, isOrdered: false },
    'order.goods': { ...paid, itemIds: paid.items },
    'order.processing': { ...paid, isShort: true },
    'order.shipped': paid,
    'order.ready': paid,
    'order.completed': paid,
    'order.undone': { ...paid, was: 'completed' },
    'order.cancelled': { ...paid, by, isRefundDue: true },
    'order.message': { ...paid, text },
    'order.money_in_review': { ...paid, reason: 'late', amount: 1 },
    'order.money_returned': { ...paid, amount: 1, note: text },
    'order.seller_wrote': { talkId: ids.answered, mode },
    'order.seller_read': { talkId: ids.answered, mode },
    'customer.restocked': { productId, name: text },
    'customer.bill_due': { billId: 0, mode },
    'customer.star_goods': star,
    'customer.star_refund': star,
    'customer.broadcast': ids,
    'customer.rewarded': { couponId: 0 },
    'update.failed': { reference: text },
    'user.code': { purpose: 'reset', sealedCode: '', minutes: 5, expiresAt: new Date(0).toISOString() },
    'user.signed_in': { sessionId: 1, browser: text, address: text, at },
    'merchant.key_created': { label: text, mode, hint: text, by },
    'merchant.callback_address_changed': { url: text, by },
    'merchant.order_new': paid,
    'merchant.order_paid': { ...paid, paidLate: true, needsHands: true, isOrdered: false },
    'merchant.order_card': paid,
    'merchant.order_short': { ...paid, why: text },
    'merchant.order_cancelled': { ...paid, by, isRefundDue: true },
    'merchant.refund_owed': paid,
    'merchant.order_paid_in_vain': { ...paid, amount: 1, reason: 'late', isTest },
    'merchant.proof': { connectionId: 0, invoiceId: paid.invoiceId, mode },
    'merchant.payment_paid': {
      ...paid,
      amount: 1,
      paidVia: text,
      paidAt: at,
      customerName: text,
      description: text,
      isTest,
      paidLate: false,
    },
    'merchant.transfer_in_review': {
      transferId,
      reason: 'inexact',
      ...paid,
      likelyInvoiceId: null,
      amount: 1,
      payerName: text,
      occurredAt: at,
      isTest,
    },
    'merchant.withdrawal': {
      mode: 'live',
      withdrawalId: text,
      status: 'requested',
      amount: 1,
      bank: text,
      number: text,
      waitsUntil: at,
      note: text,
      by,
    },
    'merchant.callback_exhausted': { ...paid, url: text, error: text, isTest },
    'merchant.callback_endpoint_failing': endpoint,
    'merchant.callback_endpoint_disabled': endpoint,
    'merchant.stock_low': { productId, name: text, available: 1, isTest: true },
    'merchant.broadcast': ids,
    'merchant.review': { ...paid, stars: 5 },
    'merchant.stars_paid': star,
    'merchant.stars_moved': star,
    'merchant.bot_revoked': { username: text, isTest },
    'merchant.connection_failing': { ...connection, reason: 'refused', error: text },
    'merchant.connection_recovered': connection,
    'merchant.connection_flooded': { connectionId: 1, label: text, perHour: 200, isTest },
    'merchant.phone_trouble': { connectionId: 1, label: text, trouble: 'silent', isTest },
    'merchant.customer_wrote': { talkId: ids.asked, mode },
    'merchant.plan_ending': { plan: 'paid', endsAt: at },
    'merchant.customer_blocked': { ...paid, customerName: text, isTest },
    'merchant.sales_day': { day: at.slice(0, 10), mode },
    'merchant.new_wording': { formId: 0 },
    'merchant.approval_asked': { approvalId: ids.approvalId, member: text, kind: 'refund', amount: 1_000 },
    'merchant.refund_failed': {
      invoiceId: paid.invoiceId,
      mode,
      amount: 1_000,
      failure: by,
      state: 'failed',
      goods: 'in_stock',
    },
  }
}
