import { type PendingRequest, unbatched } from '../database/batcher.ts'
import type { Tx } from '../database/transaction.ts'
import { checkGoods } from '../goods/check-goods.ts'
import type { Standing, StandingConnection } from '../keys/standing.ts'
import { computeFee } from '../lib/money.ts'
import { Refusal } from '../lib/refusal.ts'
import { takesAmount } from '../methods/bringers.ts'
import type { RequestedMethod } from '../methods/method.ts'
import { requireMethod } from '../methods/require-method.ts'
import type { Needs } from '../needs.ts'
import { convertQris } from '../qris/convert-qris.ts'
import { checkReusable, claimReference, type Reuse } from './claim-reference.ts'
import type { ChargedPayment } from './create-payment-sql.ts'
import { getPaymentCreators } from './create-together.ts'
import { draftPayment, type NewPayment, type PaymentDraft } from './draft-payment.ts'
import { type Executor, holdAmount } from './hold-amount.ts'
import { claimIdempotencyKey, findKeyedInvoice, type IdempotencyKey, storeReusedInvoice } from './idempotency.ts'
import { isClaimed } from './is-claimed.ts'
import { findOffers, type Offer } from './offer.ts'
import { Payment } from './payment.ts'
import { drawCodes, listAllCodes, preferSmallCodes } from './unique-code.ts'

type CreateNeeds = Needs<'sql' | 'ask' | 'transaction' | 'em' | 'now' | 'edition' | 'connectors' | 'wake' | 'reactions'>

export interface CreateOptions {
  /** The running transaction that it becomes a part of. */
  tx?: Tx
  /** The seconds, in real time, for which only the caller requests the code of `qris_platform`. */
  chargedByS?: number
  /** Refuses what the caller cannot accept. A repeated request still gets its first answer. */
  check?: (() => void) | undefined
  /** The request that waits for the payment, if the payment is created only for that request. */
  waiter?: PendingRequest | undefined
  /** Returns the payment that has the reference, instead of refusing the request. */
  reuse?: Pick<Reuse, 'findWaitingMoney'> | undefined
  /** The account's connection to use, even if another one has priority for its method. */
  via?: StandingConnection | undefined
  /**
   * Whether to ask for the exact price if its money is matched by its code's reference, even if the account adds unique
   * codes.
   */
  isExact?: boolean | undefined
  /** Called if the payment was created earlier by the same `Idempotency-Key`. */
  onReplay?: (() => void) | undefined
}

/**
 * Creates a pending payment with its holds, if its money is matched by amount, and its charge, if the provider creates
 * the code. All or nothing, and no provider is asked. Repeating an idempotency key returns the same payment in its
 * current state. With `reuse`, so does repeating a reference while that payment is open or paid and not refunded.
 *
 * Refuses `invalid_request`, `reference_taken`, `amount_out_of_range`, `method_unavailable`, `amounts_exhausted`,
 * `idempotency_mismatch`.
 */
export async function createPayment(
  app: CreateNeeds,
  standing: Standing,
  input: NewPayment,
  options: CreateOptions = {},
): Promise<Readonly<Payment>> {
  const { tx, chargedByS = 0, waiter, onReplay } = options
  const { amount, paymentMethod, idempotencyKey, reference } = input
  const reuse = options.reuse && { amount, paymentMethod, ...options.reuse }
  const planned = await planPayment(app, standing, input, options).catch(async (error: unknown) => {
    const earlier =
      error instanceof Refusal
        ? ((await findRepeated(app, standing, input, onReplay)) ?? (await findReused(app, standing, reference, reuse)))
        : null
    if (earlier === null) throw error
    return earlier
  })
  if ('invoiceId' in planned) return planned
  const { method, offers, draft, code, isForeign } = planned

  const heldCount = offers.filter(offer => offer.matches === 'amount').length
  const creating = getPaymentCreators(app.reactions)
  const create = (by: Executor) =>
    heldCount > 0 || offers.length !== 1
      ? holdAmount(by, standing, draft, offers)
      : chargePayment(by, draft, {
          ...chooseChargeTerms(standing, input.amount, offers[0]!),
          chargedByS: method === 'qris_platform' ? chargedByS : 0,
        })
  const needsCode = offers.some(offer => offer.matches === 'reference')
  const createOnce = async (tx: Tx) => {
    const earlier = idempotencyKey && (await findCreated(tx, standing, idempotencyKey, draft))
    if (earlier) {
      onReplay?.()
      return earlier
    }
    const { invoiceId } = draft
    const reused = reference === undefined ? null : await claimReference(tx, standing, { reference, invoiceId, reuse })
    if (reused) {
      if (idempotencyKey) await storeReusedInvoice(tx, standing, idempotencyKey, reused)
      return reused
    }
    if (needsCode) tx.wake('charges')
    const payment = await create({ sql: tx, ask: unbatched(tx), creating, isInTransaction: true })
    return code === null ? payment : storeConverted(tx, payment, { code, isForeign })
  }
  if (tx) return createOnce(tx)
  const isOneStatement = code === null && !(await isClaimed(app, standing, input, waiter))
  const payment =
    isOneStatement &&
    (await create({ sql: app.sql, ask: app.ask, creating, waiter, claims: input }).catch(nothingIfClaimed(input)))
  if (!payment) return app.transaction(standing, createOnce)
  if (needsCode) app.wake.notify('charges')
  return payment
}

// Another transaction may be claiming the same name: this one waits for it and finds what it created.
const nothingIfClaimed =
  ({ idempotencyKey, reference }: NewPayment) =>
  (error: unknown): null => {
    const isNamed = idempotencyKey !== undefined || reference !== undefined
    if (isNamed && isClash.test(String((error as { code?: unknown }).code))) return null
    throw error
  }

// A unique violation, a lock timeout, or a deadlock: nothing was done.
const isClash = /^(23505|55P03|40P01)$/

interface Plan {
  method: RequestedMethod
  offers: Offer[]
  draft: PaymentDraft
  /** The code to convert. */
  code: string | null
  /** Whether it is another merchant's. */
  isForeign: boolean
}

/** Returns the payment to be written, by the account's current settings. Refuses what they do not allow. */
async function planPayment(
  app: CreateNeeds,
  standing: Standing,
  input: NewPayment,
  { tx, check, waiter, via, isExact = false }: CreateOptions,
): Promise<Plan> {
  check?.()
  const method = requireMethod(app, standing, input.paymentMethod)
  const conversion = app.edition.conversion(standing, method, input)
  const possible = findOffers(app, standing, method, { conversion, via })
  const offers = filterFitting(app, isExact ? possible.map(askExactly) : possible, input.amount)
  const draft = draftPayment(app, standing, input, { method, offers })
  await checkGoods({ ask: tx ? unbatched(tx) : app.ask }, standing.accountId, input, waiter)
  const code = checkedCode(conversion?.code ?? null, input.amount)
  return { method, offers, draft, code, isForeign: conversion?.connection === null }
}

function askExactly(offer: Offer): Offer {
  return offer.matches === 'reference' ? { ...offer, isExact: true } : offer
}

/** Returns the offers whose provider accepts this amount; all of them if none does. */
function filterFitting({ connectors }: Needs<'connectors'>, offers: Offer[], amount: number): Offer[] {
  const able = offers.filter(({ connection }) => takesAmount(connectors, connection, amount))
  return able.length === 0 ? offers : able
}

// A repeated request gets its first answer, even if a changed setting would now refuse it.
async function findRepeated(
  app: CreateNeeds,
  standing: Standing,
  input: NewPayment,
  onReplay: CreateOptions['onReplay'],
): Promise<Readonly<Payment> | null> {
  if (!input.idempotencyKey) return null
  const em = app.em(standing)
  const invoiceId = await findKeyedInvoice(em, standing, input.idempotencyKey)
  if (invoiceId === null) return null
  onReplay?.()
  return em.findOneOrFail(Payment, { invoiceId })
}

// An existing payment is returned even if a new one would be refused.
async function findReused(
  app: CreateNeeds,
  standing: Standing,
  reference: string | undefined,
  reuse: Reuse | undefined,
): Promise<Readonly<Payment> | null> {
  if (!reuse || reference === undefined) return null
  const payments = await app.em(standing).find(Payment, { reference })
  const holder = payments.find(payment => payment.holdsItsReference())
  return holder ? checkReusable(holder, reuse) : null
}

/** Refuses a code that cannot be converted before anything is written. */
function checkedCode(code: string | null, amount: number): string | null {
  if (code === null) return null
  try {
    return convertQris(code, amount).original
  } catch (error) {
    if (error instanceof Refusal) throw error.of('qris_string')
    throw error
  }
}

async function storeConverted(
  { em }: Tx,
  payment: Readonly<Payment>,
  { code, isForeign }: { code: string; isForeign: boolean },
): Promise<Readonly<Payment>> {
  const stored = { convertedQris: convertQris(code, payment.finalAmount).converted, isForeign }
  await em.nativeUpdate(Payment, { invoiceId: payment.invoiceId }, stored)
  return Object.assign(payment, stored)
}

/** Returns the payment that the key created before; null if this request has claimed it. */
async function findCreated(
  tx: Tx,
  standing: Standing,
  key: IdempotencyKey,
  draft: PaymentDraft,
): Promise<Readonly<Payment> | null> {
  const earlier = await claimIdempotencyKey(tx, standing, key, draft)
  return earlier === null ? null : tx.em.findOneOrFail(Payment, { invoiceId: earlier })
}

interface ChargeTerms extends Omit<ChargedPayment, 'draft' | 'eventId' | 'code' | 'apartOn' | 'chargedByS'> {
  receivingAccountId: number
  /**
   * The unique codes, tried in turn until one results in an amount that no other open payment has; the last one is
   * always accepted.
   */
  codes: number[]
}

// The money of a code is matched by its reference, so repeated amounts do no harm.
const smallDraw = 3
const anyDraw = 3

// Contract 2.1: with `qris_platform` the final amount is the amount plus the fee, without a unique code.
function chooseChargeTerms(standing: Standing, amount: number, { method, connection, isExact }: Offer): ChargeTerms {
  const via = { connectionId: connection.id, receivingAccountId: connection.receivingAccountId, method }
  if (method === 'qris_platform') {
    const fee = computeFee(amount, standing.platformFeeBps)
    return { ...via, codes: [0], fee, merchantId: standing.platformGrant!.merchantId }
  }
  if (isExact) return { ...via, codes: [0], fee: 0, merchantId: null }
  const all = listAllCodes(standing, amount)
  const codes = [...drawCodes(preferSmallCodes(all), smallDraw), ...drawCodes(all, anyDraw)]
  return { ...via, codes, fee: 0, merchantId: null }
}

async function chargePayment(
  { ask, creating, waiter, claims }: Executor,
  draft: PaymentDraft,
  { receivingAccountId, codes, ...terms }: ChargeTerms & { chargedByS: number },
): Promise<Readonly<Payment>> {
  for (const [at, code] of codes.entries()) {
    const apartOn = at < codes.length - 1 ? receivingAccountId : null
    const payment = await ask(
      creating.charged,
      { draft: draft.row, eventId: draft.eventId, ...terms, code, apartOn, claims },
      waiter,
    )
    if (payment) return payment
  }
  throw new Error('Bug: a charge was made with no code to try')
}
