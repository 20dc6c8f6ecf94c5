import type { Standing, StandingConnection } from '../accounts/standing.ts'
import type { Window } from '../connectors/connector.ts'
import { eventId } from '../events/announce.ts'
import { newInvoiceId, pickRandom } from '../lib/ids.ts'
import { formatRupiah } from '../lib/money.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Sql } from '../lib/sql.ts'
import type { Needs } from '../needs.ts'
import { connectionOf } from './edition.ts'
import { claimIdempotencyKey, type IdempotencyKey } from './idempotency.ts'
import { amountCeiling, amountMin, type PaymentMethodId, paymentMethodIds, paymentMethods } from './method.ts'
import { type Payment, paymentColumns } from './payment.ts'

export interface NewPayment {
  /** Whole rupiah, what the merchant asks for; the unique code comes on top. */
  amount: number
  /** Unset: the edition picks. */
  paymentMethod?: string | undefined
  description?: string | undefined
  customerName?: string | undefined
  customerEmail?: string | undefined
  customerPhone?: string | undefined
  callbackUrl?: string | undefined
  redirectUrl?: string | undefined
  fileId?: number | undefined
  contentId?: number | undefined
  productImageId?: number | undefined
  useQrisConverter?: boolean | undefined
  idempotencyKey?: IdempotencyKey | undefined
}

type CreateNeeds = Needs<'sql' | 'now' | 'edition' | 'connectors' | 'wake'>

/**
 * Creates a pending payment with what it holds: its amount where money is matched by amount, its charge where the
 * provider makes the code. All or nothing, and no provider is asked (design 3). The same idempotency key answers the
 * same payment.
 *
 * Refuses `invalid_request`, `amount_out_of_range`, `method_unavailable`, `amounts_exhausted`, `idempotency_mismatch`.
 */
export async function createPayment(app: CreateNeeds, standing: Standing, asked: NewPayment): Promise<Payment> {
  const method = chooseMethod(app, standing, asked)
  const connection = connectionOf(standing, method)!
  const connector = app.connectors[connection.connector]!
  const draft = draftPayment(app, standing, asked, method, { ...connector.window, ...connection.window })

  const create = (sql: Sql) =>
    connector.matches === 'amount'
      ? createHolding(sql, app.now(), standing, draft, connection, { ...connector.window, ...connection.window })
      : createCharged(sql, standing, draft, connection)

  const payment = asked.idempotencyKey
    ? await createOnce(app, standing, asked.idempotencyKey, draft.invoiceId, create)
    : await create(app.sql)
  if (connector.charge) app.wake.notify('charges')
  return payment
}

function chooseMethod(app: CreateNeeds, standing: Standing, asked: NewPayment): PaymentMethodId {
  const method = asked.paymentMethod || app.edition.defaultMethod(standing)
  if (method === null) {
    throw new Refusal('method_unavailable', 'No payment method is available to this account', {
      fields: [{ path: 'payment_method', error: app.edition.requirements(standing, 'qris').join('; ') }],
    })
  }
  const known = paymentMethodIds.find(id => id === method && app.edition.methods.includes(id))
  if (!known) throw refuseField('payment_method', `is one of ${app.edition.methods.join(', ')}`)
  const missing = app.edition.requirements(standing, known)
  if (missing.length > 0) {
    throw refuseField('payment_method', `${known} is not available: ${missing.join('; ')}`, 'method_unavailable')
  }
  return known
}

interface Draft {
  invoiceId: string
  method: PaymentMethodId
  amount: number
  createdAt: Date
  expiresAt: Date
  /** In the order of the insert statements below. */
  values: unknown[]
}

function draftPayment(
  app: CreateNeeds,
  standing: Standing,
  asked: NewPayment,
  method: PaymentMethodId,
  window: Window,
): Draft {
  const amountMax = paymentMethods[method].amountMax ?? amountCeiling
  if (!Number.isSafeInteger(asked.amount)) throw refuseField('amount', 'is a whole number of rupiah')
  if (asked.amount < amountMin || asked.amount > amountMax) {
    const range = `is ${formatRupiah(amountMin)} to ${formatRupiah(amountMax)} for ${method}`
    throw refuseField('amount', range, 'amount_out_of_range')
  }
  const invoiceId = newInvoiceId()
  const createdAt = app.now()
  const lifetimeS = Math.min(standing.invoiceLifetimeS, window.chargeLifeS)
  const expiresAt = new Date(createdAt.getTime() + lifetimeS * 1000)
  return {
    invoiceId,
    method,
    amount: asked.amount,
    createdAt,
    expiresAt,
    values: [
      invoiceId,
      standing.accountId,
      standing.mode,
      method,
      asked.amount,
      asked.description ?? null,
      asked.customerName ?? null,
      asked.customerEmail ?? null,
      asked.customerPhone ?? null,
      asked.callbackUrl ?? null,
      asked.redirectUrl ?? null,
      asked.fileId ?? null,
      asked.contentId ?? null,
      asked.productImageId ?? null,
      asked.useQrisConverter ?? false,
      createdAt,
      expiresAt,
      eventId('payment.created', invoiceId),
    ],
  }
}

async function createOnce(
  app: CreateNeeds,
  standing: Standing,
  key: IdempotencyKey,
  invoiceId: string,
  create: (sql: Sql) => Promise<Payment>,
): Promise<Payment> {
  return app.sql.transaction(async tx => {
    const earlier = await claimIdempotencyKey(tx, standing, key, invoiceId, app.now())
    if (earlier === null) return create(tx)
    const rows = await tx.query<Payment>(`select ${paymentColumns()} from payment where invoice_id = $1`, [earlier])
    return rows[0]!
  })
}

const codeMin = 1
const codeMax = 999

async function createCharged(
  sql: Sql,
  standing: Standing,
  draft: Draft,
  connection: StandingConnection,
): Promise<Payment> {
  const code = signedCode(standing, codeMin + Math.floor(Math.random() * (codeMax - codeMin + 1)))
  const rows = await sql.query<Payment>(createChargedSql, [...draft.values, code, connection.id])
  return rows[0]!
}

function signedCode(standing: Standing, code: number): number {
  return standing.subtractsUniqueCode ? -code : code
}

const insertPayment = (from: string, code: string) => `
  insert into payment (invoice_id, account_id, mode, payment_method, amount, description, customer_name, customer_email,
    customer_phone, callback_url, redirect_url, file_id, content_id, product_image_id, use_qris_converter, created_at,
    expires_at, unique_code, final_amount)
  select $1::text, $2::bigint, $3::text, $4::text, $5::bigint, $6::text, $7::text, $8::text, $9::text, $10::text, $11::text, $12::bigint, $13::bigint,
    $14::bigint, $15::boolean, $16::timestamptz, $17::timestamptz, ${code}, $5::bigint + ${code} ${from}
  returning *`

const insertCreatedEvent = `
  insert into event (id, account_id, type, subject, payload, created_at)
  select $18::uuid, account_id, 'payment.created', invoice_id, '{}', created_at from created`

const createChargedSql = `
  with created as (${insertPayment('', '$19::integer')}),
  charged as (
    insert into charge (invoice_id, account_id, connection_id, amount, reference)
    select invoice_id, account_id, $20::bigint, final_amount, invoice_id || '-1' from created),
  told as (${insertCreatedEvent})
  select ${paymentColumns('created')} from created`

const dayMs = 86_400_000
const firstDraw = 4
const laterDraw = 8
const triesMax = 50

// An amount is best left alone for a day, so that a customer who pays an old screen cannot pay somebody else's invoice.
async function createHolding(
  sql: Sql,
  now: Date,
  standing: Standing,
  draft: Draft,
  connection: StandingConnection,
  window: Window,
): Promise<Payment> {
  const hold = (codes: number[], freeSince: Date) =>
    sql.query<Payment>(createHoldingSql, [...draft.values, codes, connection.receivingAccountId, freeSince])
  const restedLong = new Date(now.getTime() - dayMs)
  const restedEnough = new Date(now.getTime() - 2 * window.skewS * 1000)

  const drawn = Array.from({ length: firstDraw }, () => signedCode(standing, pickRandom(allCodes)))
  const quick = await hold(drawn, restedLong)
  if (quick[0]) return quick[0]

  for (let attempt = 0; attempt < triesMax; attempt++) {
    const free = await freeCodes(sql, standing, draft, connection, restedLong, restedEnough)
    if (free.codes.length === 0) break
    const rows = await hold(shuffled(free.codes).slice(0, laterDraw), free.since)
    if (rows[0]) return rows[0]
  }
  throw new Refusal('amounts_exhausted', 'Every distinct amount near this one is held by another open payment', {
    fields: [
      { path: 'amount', error: 'no distinct amount is free near it; try again later or ask for another amount' },
    ],
    retryAfterS: 60,
  })
}

const allCodes = Array.from({ length: codeMax - codeMin + 1 }, (_, index) => codeMin + index)

async function freeCodes(
  sql: Sql,
  standing: Standing,
  draft: Draft,
  connection: StandingConnection,
  restedLong: Date,
  restedEnough: Date,
): Promise<{ codes: number[]; since: Date }> {
  const rows = await sql.query<{ code: number; rested: boolean }>(freeCodesSql, [
    connection.receivingAccountId,
    draft.amount,
    allCodes.map(code => signedCode(standing, code)),
    restedLong,
    restedEnough,
  ])
  const rested = rows.filter(row => row.rested)
  return rested.length > 0
    ? { codes: rested.map(row => row.code), since: restedLong }
    : { codes: rows.map(row => row.code), since: restedEnough }
}

const freeCodesSql = `
  select c.code, r.held_until is null or r.held_until < $4 as rested
  from unnest($3::integer[]) as c(code)
  left join reservation r on r.receiving_account_id = $1 and r.final_amount = $2 + c.code
  where r.held_until is null or r.held_until < $5`

// Several creators may choose the same amount: a new one goes to whoever inserts first, an old one to whoever locks
// it first, and the loser writes nothing and keeps no lock.
const createHoldingSql = `
  with free as (
    select c.code, r.final_amount is not null as is_old
    from unnest($19::integer[]) with ordinality as c(code, place)
    left join reservation r on r.receiving_account_id = $20 and r.final_amount = $5::bigint + c.code
    where r.final_amount is null or r.held_until < $21::timestamptz
    order by c.place limit 1),
  old as (
    select r.final_amount from reservation r join free on free.is_old and r.final_amount = $5::bigint + free.code
    where r.receiving_account_id = $20 and r.held_until < $21::timestamptz
    for update of r skip locked),
  taken_over as (
    update reservation r set invoice_id = $1, held_until = 'infinity' from old
    where r.receiving_account_id = $20 and r.final_amount = old.final_amount
    returning r.final_amount),
  taken_new as (
    insert into reservation (receiving_account_id, final_amount, invoice_id, held_until)
    select $20, $5::bigint + free.code, $1, 'infinity' from free where not free.is_old
    on conflict do nothing
    returning final_amount),
  won as (select final_amount from taken_over union all select final_amount from taken_new),
  created as (${insertPayment('from won', '(won.final_amount - $5::bigint)::integer')}),
  held as (
    insert into hold (invoice_id, receiving_account_id, account_id, final_amount, held_from, held_until)
    select invoice_id, $20, account_id, final_amount, created_at, 'infinity' from created),
  told as (${insertCreatedEvent})
  select ${paymentColumns('created')} from created`

function shuffled(codes: number[]): number[] {
  const deck = [...codes]
  for (let place = deck.length - 1; place > 0; place--) {
    const other = Math.floor(Math.random() * (place + 1))
    ;[deck[place], deck[other]] = [deck[other]!, deck[place]!]
  }
  return deck
}
