import type { Standing, StandingConnection } from '../accounts/standing.ts'
import type { Window } from '../connectors/connector.ts'
import { eventId } from '../events/announce.ts'
import { checkGoods } from '../goods/check-goods.ts'
import { newInvoiceId, pickRandom } from '../lib/ids.ts'
import { formatRupiah } from '../lib/money.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Sql } from '../lib/sql.ts'
import { chooseMethod } from '../methods/choose-method.ts'
import { connectionOf } from '../methods/edition.ts'
import { amountMaxOf, amountMin, type PaymentMethodId } from '../methods/method.ts'
import type { Needs } from '../needs.ts'
import { convertQris } from '../qris/convert-qris.ts'
import { createChargedSql, createHoldingSql, freeCodesSql } from './create-payment-sql.ts'
import { claimIdempotencyKey, type IdempotencyKey } from './idempotency.ts'
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
  qrisString?: string | undefined
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
  const method = chooseMethod(app, standing, asked.paymentMethod)
  const connection = connectionOf(standing, method)!
  const connector = app.connectors[connection.connector]!
  const draft = draftPayment(app, standing, asked, method, { ...connector.window, ...connection.window })

  const create = (sql: Sql) =>
    connector.matches === 'amount'
      ? createHolding(sql, standing, draft, connection, { ...connector.window, ...connection.window })
      : createCharged(sql, standing, draft, connection)

  await checkGoods(app, standing.accountId, asked)
  const code = checkedCode(app.edition.codeToConvert(asked), asked.amount)
  const createWhole = code === null ? create : async (tx: Sql) => storeConverted(tx, await create(tx), code)
  const payment = asked.idempotencyKey
    ? await createOnce(app, standing, asked.idempotencyKey, draft.invoiceId, createWhole)
    : await (code === null ? create(app.sql) : app.sql.transaction(createWhole))
  if (connector.charge) app.wake.notify('charges')
  return payment
}

/** Refuses a code that cannot be converted before anything is written. */
function checkedCode(code: string | null, amount: number): string | null {
  if (code === null) return null
  try {
    return convertQris(code, amount).original
  } catch (error) {
    if (error instanceof Refusal) throw refuseField('qris_string', error.message, error.code)
    throw error
  }
}

async function storeConverted(tx: Sql, payment: Payment, code: string): Promise<Payment> {
  const { converted } = convertQris(code, payment.finalAmount)
  await tx.write('update payment set converted_qris = $2 where invoice_id = $1', [payment.invoiceId, converted])
  return { ...payment, convertedQris: converted }
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
  const amountMax = amountMaxOf(method)
  if (!Number.isSafeInteger(asked.amount)) throw refuseField('amount', 'is a whole number of rupiah')
  if (asked.amount < amountMin || asked.amount > amountMax) {
    const range = `is ${formatRupiah(amountMin)} to ${formatRupiah(amountMax)} for ${method}`
    throw refuseField('amount', range, 'amount_out_of_range')
  }
  const createdAt = app.now()
  const invoiceId = newInvoiceId(createdAt)
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

const dayMs = 86_400_000
const firstDraw = 4
const laterDraw = 8
const triesMax = 50

// An amount is best left alone for a day, so that a customer who pays an old screen cannot pay somebody else's invoice.
async function createHolding(
  sql: Sql,
  standing: Standing,
  draft: Draft,
  connection: StandingConnection,
  window: Window,
): Promise<Payment> {
  const hold = (codes: number[], freeSince: Date) =>
    sql.query<Payment>(createHoldingSql, [...draft.values, codes, connection.receivingAccountId, freeSince])
  // From when the payment bears, not from now: it may have waited for its idempotency key.
  const since = draft.createdAt.getTime()
  const restedLong = new Date(since - dayMs)
  const restedEnough = new Date(since - 2 * (window.skewS + window.resolutionS) * 1000)

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

function shuffled(codes: number[]): number[] {
  const deck = [...codes]
  for (let place = deck.length - 1; place > 0; place--) {
    const other = Math.floor(Math.random() * (place + 1))
    ;[deck[place], deck[other]] = [deck[other]!, deck[place]!]
  }
  return deck
}
