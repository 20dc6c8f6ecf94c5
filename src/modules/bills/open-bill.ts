import { createHash } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import type { Tx } from '../../database/transaction.ts'
import type { Standing } from '../../keys/standing.ts'
import { isPhone, readAnswer } from '../../lib/phone.ts'
import { toPlainName } from '../../lib/plain-text.ts'
import { Refusal, refuseFields } from '../../lib/refusal.ts'
import type { FieldError } from '../../lib/refusals/field-error.ts'
import { listWaysToPay } from '../../methods/list-ways-to-pay.ts'
import { amountMin } from '../../methods/method.ts'
import type { Needs } from '../../needs.ts'
import { guestTurns } from '../../orders/guest-share.ts'
import type { Order } from '../../orders/order.ts'
import { isPaidByOwnCode, nullIfStale, requestPaymentIn, StaleRead } from '../../orders/request-payment.ts'
import { cancelOpenPayment } from '../../payments/cancel-payment.ts'
import { createPayment } from '../../payments/create-payment.ts'
import { Payment } from '../../payments/payment.ts'
import { Bill } from './bill.ts'
import { type BillQuestion, billQuestions, billUrl } from './bill-kinds.ts'
import { BillLine } from './bill-line.ts'
import { lockBill, moveBill } from './bill-moves.ts'
import { BillPart } from './bill-part.ts'
import { countOpenParts, findOpenParts, refuseTooManyParts, selectBlockingParts, sumParts } from './bill-parts.ts'
import { computeHighestAmount } from './bill-terms.ts'
import { orderForBill } from './order-for-bill.ts'
import { choosePartAmount, computeRoom, hasRoom } from './part-amount.ts'

export interface BillOpening {
  /** The amount in whole rupiah, if the payer chooses it. */
  amount?: number | undefined
  /** The payer's answers to the bill's questions. */
  answers?: Partial<Record<BillQuestion, string | undefined>>
  /** The name of the browser; unset for other clients. */
  browser?: string | undefined
  /** The network address of the request, in the form that limits use; unset if unknown. */
  address?: string | undefined
}

type OpenNeeds = Needs<
  'sql' | 'ask' | 'transaction' | 'em' | 'now' | 'calendar' | 'edition' | 'connectors' | 'reactions' | 'wake' | 'config'
>

/** How long a payment of a public bill can be paid, and holds its place and goods, in seconds. */
export const publicPaymentS = 540
/** After an address let a part of a bill expire, it may open only its share of the amount due for this long. */
const abandonedMs = 3_600_000

const triesMax = 8

/**
 * Creates a payment of a bill, or returns the open one. A bill with one payer has one for all browsers, other bills
 * have one per browser. A browser has one open payment of a bill: another amount replaces it. Parts are counted under
 * the bill's lock, so that the open parts of one address never exceed the amount due (`selectBlockingParts`).
 *
 * A payment that others could also create ends within ten minutes, because the link is public, and one address gets a
 * third of the places. A bill for goods is paid by an order, which reserves them until its payment ends.
 *
 * Refuses `already_paid`, `expired` for a bill that has ended, `invalid_request` for missing answers, `out_of_stock`,
 * `rate_limited` with too many open payments, and as `choosePartAmount` and `createPayment` do.
 */
export async function openBill(
  app: OpenNeeds,
  standing: Standing,
  billId: number,
  opening: BillOpening,
): Promise<Payment> {
  const isOfGoods = (await app.em(standing).count(BillLine, { bill: billId })) > 0
  const asked = { standing, billId, opening, isOfGoods }
  // A payer with an open payment does not wait for those who need a new one. Requests from unknown addresses have their
  // own turns.
  const whose = opening.address ?? {}
  return (await knownPayment(app, asked)) ?? (await guestTurns(`bill ${billId}`, whose, () => makePayment(app, asked)))
}

interface BillPaymentRequest {
  standing: Standing
  billId: number
  opening: BillOpening
  isOfGoods: boolean
}

async function makePayment(app: OpenNeeds, request: BillPaymentRequest): Promise<Payment> {
  const { standing, billId, opening, isOfGoods } = request
  const told = (bill: Bill) => answersOfPayer(app, bill, opening)
  const { browser: payer, address } = hashPayer(opening)
  const ordering = { billId, payer, address, told }
  for (let attempt = 1; attempt <= triesMax; attempt++) {
    const known = isOfGoods && (await knownPayment(app, request))
    if (known) return known
    const order = isOfGoods ? await orderForBill(app, standing, ordering) : null
    const asked = { standing, billId, opening, order }
    const payment = await app.transaction(standing, tx => openInTransaction(app, tx, asked)).catch(nullIfStale)
    if (payment) return payment
  }
  throw new Refusal('refused_transition', 'The bill is being paid by others at this moment; look at it again')
}

/** Returns the open payment to which a repeated press leads. */
async function knownPayment(
  app: OpenNeeds,
  { standing, billId, opening }: BillPaymentRequest,
): Promise<Payment | undefined> {
  const em = app.em(standing)
  const part = await findReusable({ em }, await em.findOneOrFail(Bill, billId), opening)
  return part?.payment as unknown as Payment | undefined
}

interface OpeningRequest {
  standing: Standing
  billId: number
  opening: BillOpening
  /** The order; null for a bill without goods. */
  order: Order | null
}

async function openInTransaction(app: OpenNeeds, tx: Tx, request: OpeningRequest): Promise<Payment> {
  const { standing, billId, opening, order } = request
  const seen = await tx.em.findOneOrFail(Bill, billId)
  // Copied, because the same row is read again below, into the same object.
  const { sequence } = seen
  const known = await findReusable(tx, seen, opening)
  if (known) return known.payment as unknown as Payment
  const replaced = await openOfBrowser(tx, seen, opening)
  const amount = await computeAmount(app, tx, seen, request)
  const answers = collectAnswers(seen, opening)
  // Payments are locked before bills; if the bill has changed by then, everything is rolled back.
  const drafted = makeNewPayment(app, { standing, bill: seen, amount, answers })
  const payment = order
    ? await payOrder(app, tx, { standing, order, drafted })
    : await createPayment(app, standing, drafted, { tx })
  await cancelReplaced(app, tx, replaced)
  const bill = await lockBill(tx, billId)
  if (bill.sequence !== sequence) {
    if (await findReusable(tx, bill, opening)) throw new StaleRead()
    // Another tab of the browser has opened one in the meantime, which is not counted with those of others below.
    if ((await openOfBrowser(tx, bill, opening)).length > 0) throw new StaleRead()
    if ((await computeAmount(app, tx, bill, request)) !== amount) throw new StaleRead()
  }
  const number = bill.partCount + 1
  await tx.em.insert(BillPart, {
    payment: payment.invoiceId,
    account: standing.accountId,
    bill: billId,
    number,
    amount,
    state: 'open',
    ...hashPayer(opening),
    createdAt: payment.createdAt,
    payerName: answers.name,
    payerPhone: answers.phone,
    payerAddress: answers.address,
    payerNote: answers.note,
  })
  await moveBill(tx, bill, { partCount: number })
  return payment
}

interface Ordered {
  standing: Standing
  order: Order
  drafted: ReturnType<typeof makeNewPayment>
}

async function payOrder(app: OpenNeeds, tx: Tx, { standing, order, drafted }: Ordered): Promise<Payment> {
  const { customerId, token } = order
  const { paymentMethod, description, redirectUrl, metadata, isPublic, lifetimeMaxS } = drafted
  const terms = { description, redirectUrl, metadata, isPublic, lifetimeMaxS }
  return (await requestPaymentIn(app, tx, standing, { customerId, token, paymentMethod, terms })).payment
}

// Payments are locked before bills. One that is paid at this moment is counted before another is opened.
async function cancelReplaced(app: OpenNeeds, tx: Tx, replaced: BillPart[]): Promise<void> {
  for (const { payment } of replaced) {
    const { invoiceId } = payment
    await tx.em.findOne(Payment, invoiceId, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!(await cancelOpenPayment(app, tx, invoiceId, { reason: 'customer' }))) throw new StaleRead()
  }
}

/** Returns the open parts of the requesting browser: another part replaces them. */
async function openOfBrowser({ em }: Tx, bill: Bill, opening: BillOpening): Promise<BillPart[]> {
  const { browser } = hashPayer(opening)
  return browser === null || isShared(bill) ? [] : em.find(BillPart, { bill: bill.id, state: 'open', browser })
}

/** Returns whether all who open a bill see the same payment. */
function isShared({ kind, takesParts }: Bill): boolean {
  return kind === 'once' && !takesParts
}

async function findReusable(tx: Pick<Tx, 'em'>, bill: Bill, opening: BillOpening): Promise<BillPart | undefined> {
  if (isShared(bill)) return (await openWithPayments(tx, bill))[0]
  const { amount } = opening
  const { browser: hash } = hashPayer(opening)
  if (hash === null) return undefined
  const own = (await openWithPayments(tx, bill)).filter(part => part.browser?.equals(hash))
  return own.find(part => bill.kind === 'many' || amount === undefined || part.amount === amount)
}

function openWithPayments({ em }: Pick<Tx, 'em'>, { id }: Bill): Promise<BillPart[]> {
  const options = { populate: ['payment'], orderBy: { number: 'desc' }, refresh: true } as const
  return em.find(BillPart, { bill: id, state: 'open' }, options) as unknown as Promise<BillPart[]>
}

function refuseOver({ now }: OpenNeeds, bill: Bill): void {
  if (bill.status === 'paid') throw new Refusal('already_paid', 'The bill is paid')
  if (!bill.isPayableAt(now())) throw new Refusal('expired', 'The bill cannot be paid any more')
}

/** Returns the answers of a payer who may buy the goods. */
function answersOfPayer(app: OpenNeeds, bill: Bill, opening: BillOpening): Answers {
  refuseOver(app, bill)
  return collectAnswers(bill, opening)
}

async function computeAmount(
  app: OpenNeeds,
  tx: Tx,
  bill: Bill,
  { standing, opening }: OpeningRequest,
): Promise<number> {
  refuseOver(app, bill)
  const who = hashPayer(opening)
  // A part of the same browser is replaced.
  const others = (await findOpenParts(tx, bill.id)).filter(
    ({ browser }) => !who.browser || !browser?.equals(who.browser),
  )
  const isRepeated = await hasAbandoned(app, tx, bill, who.address)
  const blocking = isRepeated ? others : selectBlockingParts(others, { address: who.address, now: app.now() })
  const open = hasRoom(bill, opening.amount, sumParts(others)) ? sumParts(others) : sumParts(blocking)
  const share = isRepeated ? Math.max(amountMin, Math.floor(computeRoom(bill, { open }) / 3)) : Number.POSITIVE_INFINITY
  const highest = Math.min(computeHighestAmount(app, standing), share)
  const amount = choosePartAmount(bill, opening.amount, { open, highest })
  refuseTooManyParts(bill, countOpenParts(others, who))
  return amount
}

/**
 * Returns whether the address let a part of the bill expire within the last hour, after which it may open only its
 * share of the amount due.
 */
async function hasAbandoned(app: OpenNeeds, { em }: Tx, bill: Bill, address: Buffer | null): Promise<boolean> {
  if (!bill.takesParts || address === null) return false
  const since = new Date(app.now().getTime() - abandonedMs)
  const ended = {
    bill: bill.id,
    address,
    state: 'ended' as const,
    createdAt: { $gt: since },
    payment: { status: 'expired' as const },
  }
  return (await em.count(BillPart, ended)) > 0
}

type Answers = Record<BillQuestion, string | null>

const lengthsMax: Record<BillQuestion, number> = { name: 100, phone: 32, address: 500, note: 500 }

/** Returns the payer's answers to the bill's questions; other answers are dropped. A note may stay empty. */
function collectAnswers({ asks }: Bill, { answers = {} }: BillOpening): Answers {
  const given: Answers = { name: null, phone: null, address: null, note: null }
  const wrong: FieldError[] = []
  for (const field of billQuestions.filter(question => asks.includes(question))) {
    const typed = readAnswer(field, answers[field])
    const answer = (field === 'name' && typed !== null ? toPlainName(typed) : typed) || null
    const max = lengthsMax[field]
    given[field] = answer
    if (answer === null && field !== 'note') wrong.push({ path: field, error: 'is required', code: 'missing' })
    else if (answer && answer.length > max)
      wrong.push({ path: field, error: `has at most ${max} characters`, code: 'too_long', max })
    else if (answer && field === 'phone' && !isPhone(answer))
      wrong.push({ path: field, error: 'is a phone number: 0812-3456-7890', code: 'not_a_phone' })
  }
  if (wrong.length > 0) throw refuseFields(wrong)
  return given
}

interface Drafted {
  standing: Standing
  bill: Bill
  amount: number
  answers: Answers
}

function makeNewPayment(app: OpenNeeds, { standing, bill, amount, answers }: Drafted) {
  const method = listWaysToPay(app, standing, amount)[0]
  return {
    amount,
    paymentMethod: method,
    useQrisConverter: isPaidByOwnCode(app, standing, method),
    description: bill.title,
    customerName: answers.name ?? bill.customerName ?? undefined,
    customerPhone: answers.phone ?? bill.customerPhone ?? undefined,
    redirectUrl: bill.redirectUrl ?? billUrl(app.config, bill),
    metadata: bill.metadata,
    isPublic: true,
    ...(isShared(bill) ? {} : { lifetimeMaxS: publicPaymentS }),
  }
}

/** Returns the stored hashes of a payer's browser and address. */
function hashPayer({ browser, address }: BillOpening): { browser: Buffer | null; address: Buffer | null } {
  return { browser: hashText(browser), address: hashText(address) }
}

function hashText(text: string | undefined): Buffer | null {
  return text === undefined ? null : createHash('sha256').update(text).digest()
}
