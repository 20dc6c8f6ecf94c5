import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import { acceptTransfer } from '../../src/money/accept-transfer.ts'
import { dismissTransfer } from '../../src/money/dismiss-transfer.ts'
import type { TransferSource } from '../../src/money/settle-together.ts'
import { settleTransfer } from '../../src/money/settle-transfer.ts'
import { settleTransfers } from '../../src/money/settle-transfers.ts'
import type { App } from '../../src/needs.ts'
import { cancelPayment } from '../../src/payments/cancel-payment.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import type { Payment } from '../../src/payments/payment.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { moneyFor, openPayments, openWallets, type Wallet } from '../money/many-wallets.ts'
import { lifetimeS } from './scenario.ts'

// PAYMENT_RACES=20000 npm test -- test/payments/races.slow.test.ts
const races = Number(process.env.PAYMENT_RACES ?? 200)
const roundSize = 10
const racersAtOnce = 16
const roundsPerLook = 20

let shop: TestShop
let app: App
let wallet: Wallet
let source: TransferSource

beforeAll(async () => {
  shop = await createTestShop()
  app = shop.app
  await app.sql.write("update reading set leased_until = 'infinity'")
  ;[wallet] = (await openWallets(app, 1)) as [Wallet]
  const { id, receivingAccountId } = wallet.standing.connections.find(({ isOwn }) => isOwn)!
  const { window } = app.connectors.wallet!
  source = { connectionId: id, accountId: wallet.standing.accountId, receivingAccountId, window }
})

afterAll(() => shop.close())

test(`${races} payments that are paid, expired, cancelled and accepted by hand at once end once each`, async () => {
  const ends = new Map<string, number>()
  for (let round = 0; round * roundSize < races; round++) {
    const payments = await openRound(Math.min(races - round * roundSize, roundSize))
    await race(payments)
    if (round % roundsPerLook === 0) expect(await findViolations(app)).toEqual([])
    for (const { status, count } of await endsOf(payments)) ends.set(status, (ends.get(status) ?? 0) + count)
    // Their amounts are free again, and the next round has its own ones.
    shop.advance(2 * lifetimeS + 3_600)
  }
  expect(await findViolations(app)).toEqual([])
  expect([...ends.values()].reduce((sum, count) => sum + count, 0)).toBe(races)
  // If the same racer always won, the test would race nothing.
  expect([...ends.keys()].toSorted()).toEqual(['cancelled', 'expired', 'paid'])
  process.stdout.write(`${races} races ended ${JSON.stringify(Object.fromEntries(ends))}\n`)
}, 3_600_000)

interface Racer {
  payment: Payment
  /** Money with one wrong digit, which waits for a person. */
  reviewedId: number
}

async function openRound(count: number): Promise<Racer[]> {
  const [payments] = (await openPayments(app, [wallet], count)).values()
  const off = payments!.map(payment => ({ ...moneyFor(payment, app.now()), amount: payment.finalAmount * 3 + 7 }))
  const named = off.map(transfer => ({ ...transfer, reference: `off-${transfer.reference}` }))
  await settleTransfers(app, source, named)
  const rows = await app.sql.query<{ id: number; reference: string }>(
    'select id, reference from transfer where reference = any($1)',
    [named.map(({ reference }) => reference)],
  )
  const ids = new Map(rows.map(({ id, reference }) => [reference, id]))
  return payments!.map((payment, place) => ({ payment, reviewedId: ids.get(named[place]!.reference)! }))
}

async function race(racers: Racer[]): Promise<void> {
  const paidAt = app.now()
  shop.advance(lifetimeS + 600)
  await app.sql.write('update reading set watermark = $1', [app.now()])
  const owner = wallet.standing
  const moves = racers.flatMap(({ payment, reviewedId }, place) => {
    const { invoiceId } = payment
    const money = moneyFor(payment, paidAt)
    const neighbour = moneyFor(racers[(place + 1) % racers.length]!.payment, paidAt)
    const accept = () =>
      acceptTransfer(app, owner, { transferId: reviewedId, invoiceId, actor: 'api key' }).catch(onlyRefusals)
    return [
      () => settleTransfer(app, source, money),
      () => settleTransfers(app, source, [neighbour, money]),
      () => settleTransfer(app, source, { ...money, reference: `again-${money.reference}` }),
      () => cancelPayment(app, owner, invoiceId, 'merchant').catch(onlyRefusals),
      accept,
      accept,
      () =>
        dismissTransfer(app, owner, { transferId: reviewedId, as: 'ignored', actor: 'api key' }).catch(onlyRefusals),
      ...(place % 3 === 0 ? [() => expirePayments(app)] : []),
    ]
  })
  // A different racer starts first for each payment.
  const queue = moves.map((move, place) => ({ move, rank: place + randomInt(30) }))
  queue.sort((one, other) => one.rank - other.rank)
  await Promise.all(
    Array.from({ length: racersAtOnce }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await next.move()
    }),
  )
}

function onlyRefusals(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

async function endsOf(racers: Racer[]): Promise<{ status: string; count: number }[]> {
  const rows = await app.sql.query<{ status: string; count: number }>(
    'select status, count(*) from payment where invoice_id = any($1) group by status',
    [racers.map(({ payment }) => payment.invoiceId)],
  )
  expect(rows.map(({ status }) => status)).not.toContain('pending')
  return rows
}
