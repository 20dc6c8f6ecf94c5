import { Connection } from '../connections/connection.ts'
import type { Standing } from '../keys/standing.ts'
import { generateCrockford } from '../lib/ids.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Charge } from '../payments/charge.ts'
import { findPayment } from '../payments/find-payment.ts'
import { Hold } from '../payments/hold.ts'
import type { Payment } from '../payments/payment.ts'
import { guessPayment } from './guess-payment.ts'
import { listMistypedAmounts } from './judge-likeness.ts'
import type { Settlement, TransferSource } from './settle-together.ts'
import { settleTransfer } from './settle-transfer.ts'

/** The ways in which simulated money can arrive, like real money. */
export const simulations = ['exact', 'late', 'under', 'over', 'twice', 'other_payer'] as const
export type Simulation = (typeof simulations)[number]

export interface SimulatedPayment {
  /** The payment afterwards. */
  payment: Payment
  transfers: { reference: string; amount: number; settlement: Settlement }[]
}

type SimulateNeeds = Needs<
  'em' | 'sql' | 'transaction' | 'now' | 'reactions' | 'log' | 'connectors' | 'slots' | 'calendar'
>

/** The maximum deviation of a stray amount, in rupiah: rounding and unique codes stay within it. */
const strayMax = 999
const nearestTried = 5
const lateByS = 60
/** Slightly late money still belongs to the last holder. */
const restMs = 3_600_000

/**
 * Makes simulated money arrive for a payment of test mode, where the payment expects it, and judges it like real money.
 * Refuses `not_found`, `not_ready` while the provider creates the code, `amounts_exhausted`, and `invalid_request` with
 * a live key.
 */
export async function simulatePayment(
  app: SimulateNeeds,
  standing: Pick<Standing, 'accountId' | 'mode'>,
  { invoiceId, simulation }: { invoiceId: string; simulation: Simulation },
): Promise<SimulatedPayment> {
  if (standing.mode !== 'test')
    throw refuseField('X-API-Key', 'is a live key: only test money can be simulated', 'not_allowed')
  const payment = await findPayment(app, standing, invoiceId)
  if (payment.isForeign) {
    throw new Refusal(
      'refused_transition',
      'Its code is another merchant’s: no money of it arrives here, test money neither',
    )
  }
  const source = await findPaymentSource(app, payment)
  const transfers: SimulatedPayment['transfers'] = []
  const amount = await drawAmount(app, payment, source, simulation)
  for (const transfer of makeTransfers(app, payment, source, { simulation, amount })) {
    const settlement = await settleTransfer(app, source, transfer)
    transfers.push({ reference: transfer.reference, amount: transfer.amount, settlement })
  }
  return { payment: await findPayment(app, standing, invoiceId), transfers }
}

/** Returns the source of a payment's money: the account that holds its amount, or its code. */
async function findPaymentSource(app: SimulateNeeds, { invoiceId }: Payment): Promise<TransferSource> {
  const em = app.em('installation')
  const hold = await em.findOne(Hold, { payment: invoiceId }, { orderBy: { receivingAccount: 'asc' } })
  if (hold) {
    const where = { receivingAccount: hold.receivingAccount.id, mode: 'test' } as const
    const connection = await em.findOneOrFail(Connection, where, { orderBy: { id: 'asc' } })
    return toLineSource(app, connection)
  }
  const charge = await em.findOne(Charge, { payment: invoiceId, state: 'coded' }, { orderBy: { id: 'desc' } })
  if (!charge) throw new Refusal('not_ready', 'The provider has not made the code of this payment yet')
  const connection = await em.findOneOrFail(Connection, charge.connection.id)
  return { ...toLineSource(app, connection), charge: { id: charge.id, invoiceId, method: charge.method } }
}

function toLineSource(app: Needs<'connectors'>, connection: Connection): TransferSource {
  return {
    connectionId: connection.id,
    accountId: connection.account.id,
    receivingAccountId: connection.receivingAccount.id,
    window: { ...app.connectors[connection.connector].window, ...connection.windowOverrides },
  }
}

/**
 * Returns an amount that is slightly too low or too high. It must not be held on the account, because it would pay
 * another payment, and it must identify the payment among its neighbours: the nearest such amount, or one with a wrong
 * digit. Falls back to the nearest free amount.
 */
async function drawAmount(
  app: Needs<'em' | 'now'>,
  { invoiceId, finalAmount }: Payment,
  source: TransferSource,
  simulation: Simulation,
): Promise<number> {
  if (simulation !== 'under' && simulation !== 'over') return finalAmount
  const { near, slips } = listStrays(finalAmount, simulation)
  const em = app.em('installation')
  const holds = await em.find(
    Hold,
    {
      receivingAccount: source.receivingAccountId,
      finalAmount: { $in: [...near, ...slips] },
      heldUntil: { $gte: new Date(app.now().getTime() - restMs) },
    },
    { fields: ['finalAmount'] },
  )
  const heldAmounts = new Set(holds.map(hold => hold.finalAmount))
  const isFree = (amount: number) => !heldAmounts.has(amount)
  // Money sent by a code is for that code's payment, whatever its amount.
  const telling = source.charge ? [] : [...near.slice(0, nearestTried), ...slips].filter(isFree)
  for (const amount of telling) {
    const guess = await guessPayment(em, source, { amount, occurredAt: app.now() }, app.now())
    if (guess?.invoiceId === invoiceId) return amount
  }
  const nearest = near.find(isFree)
  if (nearest === undefined) {
    throw new Refusal('amounts_exhausted', 'Every amount near this one is held by another payment')
  }
  return nearest
}

/** Returns amounts near this one, nearest first: all that are close, and those with one wrong digit. */
function listStrays(finalAmount: number, simulation: 'under' | 'over'): { near: number[]; slips: number[] } {
  const step = simulation === 'under' ? -1 : 1
  const near = Array.from({ length: strayMax }, (_, away) => finalAmount + step * (away + 1))
  const slips = [...listMistypedAmounts(finalAmount)].toSorted(
    (one, other) => Math.abs(one - finalAmount) - Math.abs(other - finalAmount),
  )
  return {
    near: near.filter(amount => amount > 0),
    slips: slips.filter(amount => amount > 0 && Math.sign(amount - finalAmount) === step),
  }
}

interface Simulated {
  simulation: Simulation
  amount: number
}

function makeTransfers(
  app: Needs<'now'>,
  payment: Payment,
  { window }: TransferSource,
  { simulation, amount }: Simulated,
) {
  const lateAt = new Date(payment.expiresAt.getTime() + (window.graceS + lateByS) * 1000)
  const transfer = () => ({
    reference: `SIM-${generateCrockford(16)}`,
    amount,
    occurredAt: simulation === 'late' ? lateAt : app.now(),
    payerName: simulation === 'other_payer' ? 'Orang Lain' : (payment.customerName ?? 'Budi Santoso'),
    payerApp: 'Test',
  })
  return simulation === 'twice' ? [transfer(), transfer()] : [transfer()]
}
