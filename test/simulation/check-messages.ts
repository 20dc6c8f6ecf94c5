import { expect } from 'vitest'
import type { Envelope } from '../callbacks/receiver.ts'
import { expectSame, inOrder, sorted } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** Checks the messages received by the merchant's backend, and by the merchant and customers in their chats. */
export async function checkMessages(simulated: SimulatedShop): Promise<void> {
  await checkCallbacks(simulated)
  await checkEvents(simulated)
  await checkNotices(simulated)
  await checkAlerts(simulated)
}

async function checkCallbacks({ shop, model, hasKilled, minuteOf }: SimulatedShop): Promise<void> {
  const log: { body: string; headers: Record<string, string>; signature_ok: boolean; standard_ok: boolean }[] = (
    await shop.sandbox('/receiver/log')
  ).body
  expect(
    log.filter(one => !one.signature_ok || !one.standard_ok),
    'callbacks without a signature',
  ).toEqual([])
  // A callback that was sent by a process that was killed is sent again, with the same id.
  const once = hasKilled() ? [...new Map(log.map(one => [one.headers['webhook-id'], one])).values()] : log
  const received = once.map(({ body }) => {
    const one = JSON.parse(body)
    return [
      ...[one.event, one.invoice_id, one.status, one.amount, one.final_amount, one.unique_code],
      ...[one.paid_amount, one.paid_reff_num, one.payment_method, one.paid_via, minuteOf(one.paid_at)],
      ...[one.provider_payment_customername, one.provider_payment_methodby, textsOf(model, one)],
    ]
  })
  const owed = model.payments
    .filter(({ status }) => status === 'paid')
    .map(one => [
      ...['payment.paid', one.invoiceId, 'paid', one.amount, one.finalAmount, one.finalAmount - one.amount],
      ...[one.paidBy!.amount, one.paidBy!.reference, one.method, one.method, one.paidAt],
      ...[one.paidBy!.payer, one.paidBy!.app, one.details ? inOrder(one.details) : ''],
    ])
  expect(sorted(received), 'callbacks').toEqual(sorted(owed))
}

/** Returns the texts of a payment, if the model knows them. */
export function textsOf({ payments }: SimulatedShop['model'], one: Record<string, unknown>): string {
  const details = payments.find(({ invoiceId }) => invoiceId === one.invoice_id)?.details
  return details ? inOrder(Object.fromEntries(Object.keys(details).map(name => [name, one[name]]))) : ''
}

/** Checks the events of the webhook: each once, and numbered for each object in their order. */
async function checkEvents({ shop, model, webhook, hasKilled, minuteOf }: SimulatedShop): Promise<void> {
  const all = await webhook.receive(shop)
  const once = hasKilled() ? [...new Map(all.map(event => [event.id, event])).values()] : all
  const received = once.map(({ type, sequence, data, created_at }) => {
    const kind = kindOf(type)
    const id = {
      payment: data.invoice_id,
      transfer: data.reference,
      order: data.order_number,
      bill: data.bill,
      shift: null,
      stock: data.variant === 'only' ? data.product : data.variant,
    }[kind]
    const object = `${kind} ${id ?? kind}`
    return { type, id: id ?? kind, object, sequence, at: minuteOf(created_at), change: changeOf(data) }
  })
  const rows = received.map(({ type, id, object, sequence, at, change }) => {
    const earlier = received.filter(other => other.object === object && precedes(other, { type, sequence }))
    // Bills and stock also count changes that are not announced.
    return [type, id, /bill|stock/.test(object) ? earlier.length + 1 : sequence, at, change]
  })
  const counts = new Map<string, number>()
  const expected = model.events.map(({ type, id, at, change }) => {
    const object = `${kindOf(type)} ${id}`
    counts.set(object, (counts.get(object) ?? 0) + 1)
    return [type, kindOf(type) === 'shift' ? 'shift' : id, counts.get(object), at, change ? inOrder(change) : '']
  })
  expectSame(sorted(rows), sorted(expected), 'events')
}

/** Whether an event comes before another one of its object. The last use of a bill and its end are one change. */
function precedes(one: Pick<Envelope, 'type' | 'sequence'>, other: Pick<Envelope, 'type' | 'sequence'>): boolean {
  if (one.sequence !== other.sequence) return one.sequence < other.sequence
  return isConsequence(other.type) && !isConsequence(one.type)
}

const isConsequence = (type: string) => type === 'bill.closed' || type === 'bill.overpaid'

/** Returns what happened, without what the model does not know. */
function changeOf({ change }: Record<string, unknown>): string {
  if (!change) return ''
  const { expires_at: _, ...known } = change as Record<string, unknown>
  // A correction has an id of its own.
  return inOrder(Number(known.amount) < 0 ? { ...known, refund_id: null } : known)
}

const kindOf = (type: string) => type.split('.')[0] as 'payment' | 'transfer' | 'order' | 'bill' | 'shift' | 'stock'

async function checkNotices({ shop, model }: SimulatedShop): Promise<void> {
  const notices = await shop.app.sql.query<{ kind: string; number: string }>(
    `select kind, data->>'orderNumber' as number from notice where account_id = $1 and kind in
       ('order.code', 'order.code_expired', 'order.receipt', 'order.goods', 'order.processing', 'order.completed',
        'order.cancelled', 'order.money_in_review', 'order.money_returned', 'order.undone', 'order.shipped')`,
    [shop.demo.accountId],
  )
  const expected = model.orders
    .filter(({ person }) => person !== null)
    .flatMap(({ number, messages }) => messages.map(kind => [kind, number]))
  expect(sorted(notices.map(({ kind, number }) => [kind, number])), 'messages').toEqual(sorted(expected))
}

/** Checks the messages in the merchant's own chat. */
async function checkAlerts({ shop, model }: SimulatedShop): Promise<void> {
  const rows = await shop.app.sql.query<{ kind: string; data: Record<string, unknown> }>(
    `select kind, data from notice where account_id = $1 and kind in
       ('merchant.payment_paid', 'merchant.order_paid', 'merchant.order_paid_in_vain', 'merchant.order_short',
        'merchant.order_cancelled', 'merchant.refund_owed', 'merchant.transfer_in_review')`,
    [shop.demo.accountId],
  )
  const found = rows.map(({ kind, data }) => {
    const name = kind.replace('merchant.', '')
    const subject =
      name === 'transfer_in_review' ? data.amount : name === 'payment_paid' ? data.invoiceId : data.orderNumber
    return [name, subject]
  })
  expect(sorted(found), "messages in the merchant's chat").toEqual([...model.alerts].sort())
}
