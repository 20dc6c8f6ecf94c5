import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { refuseRedirect } from '../../accounts/refuse-redirect.ts'
import type { Tx } from '../../database/transaction.ts'
import { Refusal, refuseField } from '../../lib/refusal.ts'
import { amountMin, computeAmountMaximum } from '../../methods/method.ts'
import type { Needs } from '../../needs.ts'
import { chargeAtOnce } from '../../payments/charge-at-once.ts'
import { createPayment } from '../../payments/create-payment.ts'
import { leaseS } from '../../payments/make-code.ts'
import type { Payment } from '../../payments/payment.ts'
import { type ChargeKind, CompatCharge, hasNoCode, midtransKinds } from './compat-charge.ts'
import type { Caller } from './find-caller.ts'
import { type ExactMethod, pickExactMethod } from './pick-exact-method.ts'

type CreateNeeds = Needs<
  | 'config'
  | 'sql'
  | 'ask'
  | 'transaction'
  | 'em'
  | 'now'
  | 'edition'
  | 'connectors'
  | 'seal'
  | 'outbound'
  | 'reactions'
  | 'wake'
  | 'log'
>

export interface NewCharge {
  id: string
  kind: ChargeKind
  /** The merchant's own id of the order. */
  reference: string
  /** The amount in whole rupiah, which the customer pays exactly. */
  amount: number
  description?: string | undefined
  customer?: { name?: string | undefined; email?: string | undefined; phone?: string | undefined } | undefined
  redirectUrl?: string | undefined
  lifetimeMaxS?: number | undefined
  /** The fields of the request that answers repeat. */
  request: Record<string, unknown>
  notifyUrls: string[]
  idempotencyKey?: string | undefined
}

/** A charge with its payment and code. */
export interface ChargeWithCode {
  charge: CompatCharge
  payment: Payment
  qris: string
}

/**
 * Creates a payment of the exact amount and its charge in one transaction, then waits for the code. Repeating an
 * idempotency key returns the earlier charge. Refuses `method_unavailable` if the account has no method that is matched
 * by reference, `idempotency_mismatch`, `provider_unavailable`, and as `createPayment` does.
 */
export async function createCharge(app: CreateNeeds, caller: Caller, request: NewCharge): Promise<ChargeWithCode> {
  const { standing } = caller
  const earlier = await findRepeated(app, caller, request)
  if (earlier) return { ...earlier, qris: await waitForCode(app, earlier.payment) }
  await refuseRedirect(app, standing.accountId, request.redirectUrl)
  const exact = requireExactMethod(app, caller, request.amount)
  const stored = await app
    .transaction(standing, tx => storeCharge(app, tx, { caller, request, exact }))
    .catch(async (error: unknown) => {
      // A concurrent request stored the same order or key.
      if ((error as { code?: unknown }).code !== '23505') throw error
      const repeated = await findRepeated(app, caller, request)
      if (repeated) return repeated
      throw new OrderTakenError()
    })
  return { ...stored, qris: await waitForCode(app, stored.payment) }
}

function requireExactMethod(app: CreateNeeds, { standing }: Caller, amount: number): ExactMethod {
  const exact = pickExactMethod(app, standing, amount)
  if (exact) return exact
  const usual = pickExactMethod(app, standing, usualAmount)
  if (!usual) throw new Refusal('method_unavailable', 'No method of this account takes exactly the amount')
  const most = computeAmountMaximum(standing, usual.method)
  throw refuseField('amount', `is ${amountMin} to ${most}`, { code: 'out_of_range', min: amountMin, max: most })
}

// An amount that every method accepts.
const usualAmount = 10_000

interface Storing {
  caller: Caller
  request: NewCharge
  exact: ExactMethod
}

async function storeCharge(app: CreateNeeds, tx: Tx, { caller, request, exact }: Storing) {
  const { standing } = caller
  const isMidtrans = midtransKinds.includes(request.kind)
  if (isMidtrans) await freeOrder(tx, request.reference)
  const payment = await createPayment(
    app,
    standing,
    {
      amount: request.amount,
      paymentMethod: exact.method,
      description: request.description?.slice(0, 500),
      customerName: request.customer?.name?.slice(0, 100),
      customerEmail: request.customer?.email?.slice(0, 254),
      customerPhone: request.customer?.phone?.slice(0, 32),
      redirectUrl: request.redirectUrl,
      reference: isMidtrans ? request.reference : undefined,
      metadata: { order_id: request.reference.slice(0, 200) },
      lifetimeMaxS: request.lifetimeMaxS,
    },
    { tx, via: exact.connection, isExact: true, chargedByS: leaseS },
  )
  const charge = tx.em.create(CompatCharge, {
    id: request.id,
    account: standing.accountId,
    mode: standing.mode,
    key: caller.keyId,
    kind: request.kind,
    reference: request.reference,
    payment: payment.invoiceId,
    request: request.request,
    notifyUrls: request.notifyUrls,
    idempotencyKey: request.idempotencyKey ?? null,
    requestHash: hashRequest(request),
    createdAt: app.now(),
  })
  await tx.em.flush()
  return { charge, payment: payment as Payment }
}

/**
 * Frees the order id of a charge whose provider created no code. Refuses `reference_taken` if any other charge has it.
 */
async function freeOrder({ em }: Tx, reference: string): Promise<void> {
  const kinds = { $in: [...midtransKinds] }
  const taken = await em.findOne(CompatCharge, { reference, kind: kinds }, { populate: ['payment'] })
  if (!taken) return
  if (!hasNoCode(taken.payment)) throw new OrderTakenError()
  await em.nativeDelete(CompatCharge, { id: taken.id })
}

/** Thrown if an order id of Midtrans's form already has a charge. */
export class OrderTakenError extends Error {}

async function findRepeated(app: CreateNeeds, { standing }: Caller, request: NewCharge) {
  const { kind, idempotencyKey } = request
  if (idempotencyKey === undefined) return null
  const charge = await app.em(standing).findOne(CompatCharge, { kind, idempotencyKey }, { populate: ['payment'] })
  if (!charge) return null
  if (charge.requestHash !== hashRequest(request)) {
    throw new Refusal('idempotency_mismatch', 'The key was used for another request')
  }
  return { charge, payment: charge.payment }
}

function hashRequest({ reference, amount, request }: NewCharge): string {
  return createHash('sha256')
    .update(JSON.stringify([reference, amount, request]))
    .digest('hex')
}

const askedEveryMs = 150
const waitedMax = 230

/** Returns the code of a payment once its provider has created it. Refuses `provider_unavailable`. */
export async function waitForCode(
  app: CreateNeeds,
  payment: Pick<Payment, 'invoiceId' | 'accountId'>,
): Promise<string> {
  for (let waited = 0; ; waited++) {
    try {
      return (await chargeAtOnce(app, payment)).qris
    } catch (error) {
      const isUnderWay = error instanceof Refusal && error.code === 'idempotency_conflict'
      if (!isUnderWay) throw error
      if (waited >= waitedMax) throw new Refusal('provider_unavailable', 'The provider has not made the code yet')
      await pause(askedEveryMs)
    }
  }
}
