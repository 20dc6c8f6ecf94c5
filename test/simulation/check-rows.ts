import { expect } from 'vitest'
import type { ModelPayment, ModelRefund, ModelTransfer } from './model-types.ts'
import { appName, appPackage, phoneName } from './phone.ts'
import { refusal } from './refunder.ts'
import { expectSame, inOrder } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'

type Row = Record<string, unknown>

/** Checks the stored rows of payments, money and refunds, also the columns that no view shows. */
export async function checkRows(simulated: SimulatedShop): Promise<void> {
  await checkPayments(simulated)
  await checkTransfers(simulated)
  await checkHolds(simulated)
  await checkCodes(simulated)
  await checkSightings(simulated)
  await checkRefunds(simulated)
  await checkUnreadable(simulated)
}

/** Compares rows in any order, with their times in minutes. */
export function expectRows({ minuteOf }: SimulatedShop, name: string, found: Row[], expected: Row[]): void {
  const write = (row: Row) =>
    inOrder(
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [key, value instanceof Date ? minuteOf(value.toISOString()) : value]),
      ),
    )
  expectSame(found.map(write), expected.map(write), name)
}

async function checkPayments(simulated: SimulatedShop): Promise<void> {
  const { shop, model } = simulated
  const rows = await shop.app.sql.query<Row>(
    `select invoice_id, status, payment_method, amount, unique_code, final_amount, callback_url, file_id,
       redirect_url is not null as returns,
       content_id, product_image_id, use_qris_converter, is_foreign, created_at, expires_at, paid_at, paid_amount,
       paid_via, paid_reff_num, paid_late, payer_name, payer_app, ended_at, end_reason, refunded_amount
     from payment where account_id = $1 and mode = 'test'`,
    [shop.demo.accountId],
  )
  const found = rows.map(row => ({ ...row, end_reason: withoutNumber(row.end_reason) }))
  const none = { callback_url: null, file_id: null, content_id: null, product_image_id: null }
  const expected = model.payments.map(one => ({
    invoice_id: one.invoiceId,
    status: one.status,
    payment_method: one.method,
    amount: one.amount,
    unique_code: one.finalAmount - one.amount,
    final_amount: one.finalAmount,
    ...none,
    returns: one.bill !== null,
    use_qris_converter: false,
    is_foreign: false,
    created_at: one.createdAt,
    expires_at: one.createdAt + one.lifetime,
    paid_at: one.paidAt,
    paid_amount: one.paidBy?.amount ?? null,
    paid_via: one.paidBy ? one.method : null,
    paid_reff_num: one.paidBy?.reference ?? null,
    paid_late: paidChange(model, one)?.paid_late ?? false,
    payer_name: one.paidBy?.payer ?? null,
    payer_app: one.paidBy?.app ?? null,
    ended_at: one.endedAt,
    end_reason: endReason(model, one),
    refunded_amount: one.refunded || null,
  }))
  expectRows(simulated, 'rows of payments', found, expected)
}

/** Returns a text without the number at its end: `api key 7`. */
const withoutNumber = (text: unknown) => (typeof text === 'string' ? text.replace(/ \d+$/, '') : text)

const paidChange = ({ events }: SimulatedShop['model'], { invoiceId }: ModelPayment) =>
  events.find(({ type, id }) => type === 'payment.paid' && id === invoiceId)?.change

function endReason(model: SimulatedShop['model'], { invoiceId, status, paidBy }: ModelPayment): unknown {
  if (paidBy) return paidBy.reason !== null ? 'accepted: api key' : isRuled(paidBy) ? 'accepted: rule late money' : null
  const ending = model.events.find(({ type, id }) => type === 'payment.cancelled' && id === invoiceId)
  return status === 'cancelled' ? ending!.change!.reason : null

  function isRuled({ reference }: ModelTransfer): boolean {
    const { change } = model.events.find(one => one.type === 'payment.paid' && one.change?.paid_reff_num === reference)!
    return Boolean(change!.paid_late)
  }
}

async function checkTransfers(simulated: SimulatedShop): Promise<void> {
  const { shop, model } = simulated
  const found = await shop.app.sql.query<Row>(
    `select t.reference, t.amount, t.occurred_at, t.received_at, t.payer_name, t.payer_app, t.is_unproved, t.state,
       t.reason, t.invoice_id, t.likely_invoice_id, t.resolved_at, t.note, t.sequence, t.failures, t.retry_at,
       t.account_id, r.reference as repeats, g.invoice_id as code, c.label
     from transfer t join connection c on c.id = t.connection_id left join charge g on g.id = t.charge_id
     left join transfer r on r.id = t.repeats_id
     where t.account_id = $1 and c.mode = 'test'`,
    [shop.demo.accountId],
  )
  const expected = model.transfers.map(one => ({
    reference: one.reference,
    amount: one.amount,
    occurred_at: one.hasTime ? one.at : null,
    received_at: one.receivedAt,
    payer_name: one.payer,
    payer_app: one.app,
    is_unproved: one.isDoubtful ?? false,
    state: one.state,
    reason: one.reason,
    invoice_id: one.payment?.invoiceId ?? null,
    likely_invoice_id: one.likely?.invoiceId ?? null,
    resolved_at: one.decidedAt,
    note: one.note,
    sequence: eventsOf(model, one),
    failures: 0,
    retry_at: null,
    account_id: shop.demo.accountId,
    repeats: one.repeats?.reference ?? null,
    code: one.method === 'qris' ? one.first!.invoiceId : null,
    label: one.method === 'qris_user' ? phoneName : 'Sandbox',
  }))
  expectRows(simulated, 'rows of money', found, expected)
}

const eventsOf = ({ events }: SimulatedShop['model'], { reference }: ModelTransfer) =>
  events.filter(({ type, id }) => type.startsWith('transfer.') && id === reference).length

/** Checks until when each payment holds its amount, and who holds each amount now. */
async function checkHolds(simulated: SimulatedShop): Promise<void> {
  const { shop, model } = simulated
  const found = await shop.app.sql.query<Row>(
    `select h.invoice_id, h.method, h.final_amount, h.held_from, nullif(h.held_until, 'infinity') as held_until,
       h.static_qris is not null as has_code
     from hold h join payment p using (invoice_id) where h.account_id = $1 and p.mode = 'test'`,
    [shop.demo.accountId],
  )
  const held = model.payments
    .filter(({ method }) => method !== 'qris')
    .map(one => {
      const { heldFrom: held_from, heldUntil } = model.heldFor(one)
      const { invoiceId: invoice_id, method, finalAmount: final_amount } = one
      const held_until = heldUntil === Infinity ? null : heldUntil
      return { invoice_id, method, final_amount, held_from, held_until, has_code: method === 'qris_user' }
    })
  expectRows(simulated, 'held amounts', found, held)
  const taken = await shop.app.sql.query<Row>(
    `select h.method, r.final_amount, r.invoice_id, nullif(r.held_until, 'infinity') as held_until
     from reservation r join hold h using (invoice_id, receiving_account_id) where h.account_id = $1
       and exists (select from payment p where p.invoice_id = r.invoice_id and p.mode = 'test')`,
    [shop.demo.accountId],
  )
  const last = new Map(held.map(one => [`${one.method} ${one.final_amount}`, one]))
  const holders = [...last.values()].map(({ held_from: _, has_code: __, ...one }) => one)
  expectRows(simulated, 'reserved amounts', taken, holders)
}

/** Checks the codes of a provider. */
async function checkCodes(simulated: SimulatedShop): Promise<void> {
  const { shop, model } = simulated
  const rows = await shop.app.sql.query<Row & { state: string; request_date: Date }>(
    `select g.invoice_id, g.account_id, g.method, g.merchant_id, g.amount, g.reference, g.state, 
       round(extract(epoch from g.payable_until - g.request_date) / 60)::int as minutes,
       g.request_date, g.request_date >= p.created_at - interval '1 s' as is_new, g.is_asked_rarely,
       g.provider_invoice_id is not null as is_named,
       g.provider_nmid is not null as has_nmid, strpos(g.qris, '54' || lpad(length(g.amount::text)::text, 2, '0')
         || g.amount) > 0 as has_amount
     from charge g join payment p using (invoice_id) where g.account_id = $1 and p.mode = 'test'`,
    [shop.demo.accountId],
  )
  const coded = rows.filter(({ state }) => state === 'coded')
  const byId = new Map(model.payments.map(one => [one.invoiceId, one]))
  const expected = coded.map(({ invoice_id, reference, request_date }) => ({
    request_date,
    invoice_id,
    account_id: shop.demo.accountId,
    method: 'qris',
    merchant_id: null,
    amount: byId.get(String(invoice_id))?.finalAmount,
    state: 'coded',
    minutes: lifeOf(invoice_id, request_date),
    is_asked_rarely: false,
    // A code whose first request was not answered may have a second reference.
    reference: String(reference).startsWith(`${invoice_id}-`) ? reference : `${invoice_id}-1`,
    is_new: true,
    is_named: true,
    has_nmid: true,
    has_amount: true,
  }))
  expectRows(simulated, 'codes', coded, expected)
  const asked = model.payments.filter(({ method }) => method === 'qris').map(({ invoiceId }) => invoiceId)
  expect(rows.map(({ invoice_id }) => invoice_id).sort(), 'payments with a code').toEqual(asked.sort())

  /** Returns for how many minutes a code can be paid: until the provider took it back, if it did. */
  function lifeOf(id: unknown, requestedAt: Date): number {
    const taken = simulated.refunder.taken.get(String(id))
    return taken ? Math.round((taken.askedAt.getTime() - requestedAt.getTime()) / 60_000) : codeLife
  }
}

/** For how many minutes a code of the provider can be paid. */
const codeLife = 30

/** Checks the notifications of phones: the first of each transfer, and those that repeat it. */
async function checkSightings(simulated: SimulatedShop): Promise<void> {
  const { shop, model } = simulated
  const found = await shop.app.sql.query<Row>(
    `select s.identity, s.package_name, s.device, s.amount, s.seen_at, s.occurred_at, s.payer_name, s.payer_app,
       s.merged_by, s.split_at, t.reference as money, s.signed_time is not null as is_signed, s.nonce
     from sighting s join transfer t on t.id = s.transfer_id where s.account_id = $1`,
    [shop.demo.accountId],
  )
  const expected = model.sightings.map(({ transfer, id, device, at, by, nonce }) => ({
    identity: id,
    package_name: appPackage,
    device,
    amount: transfer.amount,
    seen_at: at,
    occurred_at: null,
    payer_name: transfer.payer,
    payer_app: appName,
    merged_by: by,
    split_at: null,
    money: transfer.reference,
    is_signed: true,
    nonce,
  }))
  expectRows(simulated, 'notifications of money', found, expected)
}

async function checkRefunds(simulated: SimulatedShop): Promise<void> {
  const { shop, model } = simulated
  const rows = await shop.app.sql.query<Row & { lines: Lines; restocked: Lines }>(
    `select r.invoice_id, r.amount, r.key, r.state, r.is_by_provider, c.key as corrects, r.reason, r.returned_at,
       r.proof, r.lines, r.is_restocked, r.restocked, r.actor, r.provider_reference, r.failure, r.failures,
       r.retry_at, r.created_at, r.ended_at
     from refund r left join refund c on c.id = r.corrects_id where r.account_id = $1 and r.mode = 'test'`,
    [shop.demo.accountId],
  )
  const found = rows.map(({ lines, restocked, ...row }) => ({
    ...row,
    key: row.corrects === null ? row.key : null,
    actor: withoutNumber(row.actor),
    lines: countUnits(lines),
    restocked: countUnits(restocked),
  }))
  expectRows(simulated, 'rows of refunds', found, model.refunds.flatMap(rowsOfRefund))
}

type Lines = { itemId: number; quantity: number }[] | null

/** Returns the numbers of units of lines; null without lines. */
const countUnits = (lines: Lines) => lines?.map(({ quantity }) => quantity).sort() ?? null

function rowsOfRefund(one: ModelRefund): Row[] {
  const { payment, id, amount, reason, state, byProvider, at, correctedAt, correctedFor, restocks, back } = one
  const row = {
    invoice_id: payment.invoiceId,
    amount,
    key: id,
    state,
    is_by_provider: byProvider,
    corrects: null,
    reason,
    returned_at: one.returnedAt,
    proof: null,
    lines: one.lines,
    is_restocked: restocks,
    restocked: back,
    actor: one.by,
    failures: one.failures ?? 0,
    retry_at: null,
    created_at: one.askedAt ?? at,
    ended_at: at,
    provider_reference: byProvider && state === 'succeeded' ? `R-${id}` : null,
    failure: state === 'failed' ? refusal : null,
  }
  if (correctedAt === null) return [row]
  const none = {
    lines: null,
    failures: 0,
    is_restocked: false,
    restocked: null,
    provider_reference: null,
    failure: null,
  }
  const times = { returned_at: correctedAt, created_at: correctedAt, ended_at: correctedAt }
  const back_ = { amount: -amount, key: null, corrects: id, reason: correctedFor, is_by_provider: false }
  return [row, { ...row, ...none, ...times, ...back_, actor: 'user', state: 'succeeded' }]
}

/** Checks the rows of the wallet that were set aside. */
async function checkUnreadable(simulated: SimulatedShop): Promise<void> {
  const { shop, model } = simulated
  const rows = await shop.app.sql.query<Row>(
    `select key, reference, amount, seen_at, resolved_at, resolved_by, problem ~ '^amount: is not' as is_told,
       account_id, content <> '' as has_content from set_aside_row`,
  )
  const found = rows.map(row => ({ ...row, resolved_by: withoutNumber(row.resolved_by) }))
  const expected = model.rows.map(({ key, reference, amount, at, resolvedAt, resolvedBy }) => ({
    key,
    reference,
    amount,
    seen_at: at,
    resolved_at: resolvedAt,
    resolved_by: resolvedBy,
    is_told: true,
    account_id: shop.demo.accountId,
    has_content: true,
  }))
  expectRows(simulated, 'unreadable rows', found, expected)
}
