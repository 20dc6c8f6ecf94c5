import { createHash } from 'node:crypto'
import type { Tx } from '../database/transaction.ts'
import type { Standing } from '../keys/standing.ts'
import { createKeyedSemaphore } from '../lib/keyed-semaphore.ts'
import { isPhone, readAnswer } from '../lib/phone.ts'
import { Refusal, refuseFields } from '../lib/refusal.ts'
import type { FieldError } from '../lib/refusals/field-error.ts'
import { waysToPay } from '../methods/ways-to-pay.ts'
import type { Needs } from '../needs.ts'
import type { Order } from '../orders/order.ts'
import { isPaidByOwnCode, Moved, passMoved, requestIn } from '../orders/request-payment.ts'
import { createPayment } from '../payments/create-payment.ts'
import type { Payment } from '../payments/payment.ts'
import { Bill, type BillQuestion, billQuestions } from './bill.ts'
import { BillLine } from './bill-line.ts'
import { lockBill, move } from './bill-moves.ts'
import { BillPart } from './bill-part.ts'
import { openParts, refuseTooMany, sumOf } from './bill-parts.ts'
import { highestAmount } from './bill-terms.ts'
import { billUrl } from './bill-url.ts'
import { orderForBill } from './order-for-bill.ts'
import { partAmount } from './part-amount.ts'

export interface Opening {
  /** Whole rupiah, where the payer says how much. */
  amount?: number | undefined
  /** The questions to the payer. */
  answers?: Partial<Record<BillQuestion, string | undefined>>
  /** Names the browser; unset: it was not one. */
  browser?: string | undefined
}

type OpenNeeds = Needs<
  'sql' | 'ask' | 'transaction' | 'em' | 'now' | 'calendar' | 'edition' | 'connectors' | 'reactions' | 'wake' | 'config'
>

/** How long a payment of goods that anybody may ask for can be paid, and keeps them from others, in seconds. */
const publicPaymentS = 540

const triesMax = 8

/**
 * Makes a payment of a bill, or returns the one that is open: of a bill for one payer whoever made it, of others that
 * of the same browser. The bill is counted under its lock, so that open parts never come to more than what is due.
 *
 * A bill of goods is paid by an order, which holds them until its payment ends: of a bill that many may pay within ten
 * minutes, since its link is in everybody's hands.
 *
 * Refuses `already_paid`, `expired` for a bill that is closed or over, `invalid_request` for answers that are missing,
 * `out_of_stock`, `rate_limited` with too many open payments, and what `partAmount` and `createPayment` refuse.
 */
export async function openBill(app: OpenNeeds, standing: Standing, billId: number, opening: Opening): Promise<Payment> {
  const isOfGoods = (await app.em(standing).count(BillLine, { bill: billId })) > 0
  const asked = { standing, billId, opening, isOfGoods }
  if (!isOfGoods) return makePayment(app, asked)
  // Whoever needs no new payment does not wait for those who do.
  return (await knownPayment(app, asked)) ?? (await inTurn(billId, () => makePayment(app, asked)))
}

// Orders of a bill are placed under a lock. Of a hundred that waited for it at once the last would be given up.
const inTurn = createKeyedSemaphore(1)

interface Wanted {
  standing: Standing
  billId: number
  opening: Opening
  isOfGoods: boolean
}

async function makePayment(app: OpenNeeds, wanted: Wanted): Promise<Payment> {
  const { standing, billId, opening, isOfGoods } = wanted
  const told = (bill: Bill) => toldOf(app, bill, opening)
  const ordering = { billId, payer: hashOf(opening.browser), told }
  for (let attempt = 1; attempt <= triesMax; attempt++) {
    const known = isOfGoods && (await knownPayment(app, wanted))
    if (known) return known
    const order = isOfGoods ? await orderForBill(app, standing, ordering) : null
    const asked = { standing, billId, opening, order }
    const payment = await app.transaction(standing, tx => open(app, tx, asked)).catch(passMoved)
    if (payment) return payment
  }
  throw new Refusal('refused_transition', 'The bill is being paid by others at this moment; look at it again')
}

/** The open payment that a second press leads to. */
async function knownPayment(app: OpenNeeds, { standing, billId, opening }: Wanted): Promise<Payment | undefined> {
  const em = app.em(standing)
  const part = await reusable({ em }, await em.findOneOrFail(Bill, billId), opening)
  return part?.payment as unknown as Payment | undefined
}

interface Asked {
  standing: Standing
  billId: number
  opening: Opening
  /** Null for a bill without goods. */
  order: Order | null
}

async function open(app: OpenNeeds, tx: Tx, asked: Asked): Promise<Payment> {
  const { standing, billId, opening, order } = asked
  const seen = await tx.em.findOneOrFail(Bill, billId)
  // The same row is read again below, into the same object.
  const { sequence } = seen
  const known = await reusable(tx, seen, opening)
  if (known) return known.payment as unknown as Payment
  const amount = await amountOf(app, tx, seen, asked)
  const answers = answersOf(seen, opening)
  // Payments come before bills in the order of locks; if the bill is another one by then, everything is rolled back.
  const drafted = paymentOf(app, { standing, bill: seen, amount, answers })
  const payment = order
    ? await payOrder(app, tx, { standing, order, drafted, isAnybodys: seen.kind === 'many' })
    : await createPayment(app, standing, drafted, { tx })
  const bill = await lockBill(tx, billId)
  if (bill.sequence !== sequence) {
    if (await reusable(tx, bill, opening)) throw new Moved()
    if ((await amountOf(app, tx, bill, asked)) !== amount) throw new Moved()
  }
  const number = bill.partCount + 1
  await tx.em.insert(BillPart, {
    payment: payment.invoiceId,
    account: standing.accountId,
    bill: billId,
    number,
    amount,
    state: 'open',
    browser: hashOf(opening.browser),
    createdAt: payment.createdAt,
    payerName: answers.name,
    payerPhone: answers.phone,
    payerAddress: answers.address,
    payerNote: answers.note,
  })
  await move(tx, bill, { partCount: number })
  return payment
}

interface Ordered {
  standing: Standing
  order: Order
  drafted: ReturnType<typeof paymentOf>
  /** Whether anybody may have asked for it. */
  isAnybodys: boolean
}

async function payOrder(app: OpenNeeds, tx: Tx, { standing, order, drafted, isAnybodys }: Ordered): Promise<Payment> {
  const { customerId, token } = order
  const { paymentMethod, description, redirectUrl, metadata, isPublic } = drafted
  const terms = {
    description,
    redirectUrl,
    metadata,
    isPublic,
    ...(isAnybodys ? { lifetimeMaxS: publicPaymentS } : {}),
  }
  return (await requestIn(app, tx, standing, { customerId, token, paymentMethod, terms })).payment
}

async function reusable(tx: Pick<Tx, 'em'>, bill: Bill, { amount, browser }: Opening): Promise<BillPart | undefined> {
  if (bill.kind === 'once' && !bill.takesParts) return (await openWithPayments(tx, bill))[0]
  const hash = hashOf(browser)
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

/** The answers of a payer of goods, who may have them. */
function toldOf(app: OpenNeeds, bill: Bill, opening: Opening): Answers {
  refuseOver(app, bill)
  return answersOf(bill, opening)
}

async function amountOf(app: OpenNeeds, tx: Tx, bill: Bill, { standing, opening }: Asked): Promise<number> {
  refuseOver(app, bill)
  const waiting = await openParts(tx, bill.id)
  const highest = highestAmount(app, standing)
  const amount = partAmount(bill, opening.amount, { open: sumOf(waiting), highest })
  refuseTooMany(bill, waiting.length)
  return amount
}

type Answers = Record<BillQuestion, string | null>

const lengthsMax: Record<BillQuestion, number> = { name: 100, phone: 32, address: 500, note: 500 }

/** The payer's answers to the questions; nothing else is kept. A note may stay empty. */
function answersOf({ asks }: Bill, { answers = {} }: Opening): Answers {
  const given: Answers = { name: null, phone: null, address: null, note: null }
  const wrong: FieldError[] = []
  for (const field of billQuestions.filter(question => asks.includes(question))) {
    const answer = readAnswer(field, answers[field])
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

function paymentOf(app: OpenNeeds, { standing, bill, amount, answers }: Drafted) {
  const method = waysToPay(app, standing, amount)[0]
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
  }
}

function hashOf(browser: string | undefined): Buffer | null {
  return browser === undefined ? null : createHash('sha256').update(browser).digest()
}
