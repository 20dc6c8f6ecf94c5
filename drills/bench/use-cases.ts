import { createPayment } from '../../src/payments/create-payment.ts'
import { openWallets } from '../../test/money/many-wallets.ts'
import { pickSize } from './length.ts'
import { percentile } from './load.ts'
import { openApp } from './open-app.ts'
import { openWaitingMoney } from './waiting-money.ts'

/** The results of `use-cases.ts`, in a separate process. */
export interface UseCaseFigures {
  settledPerS: number
  /** Payments of one price at a wallet, until every amount near it is taken: the durations of their creation. */
  hotPrice: { perS: number; p50Ms: number; p99Ms: number }
}

const walletsCount = 20
const settledEach = pickSize(5, 100)
const warmedEach = pickSize(2, 20)
const amountsOfPrice = pickSize(20, 999)
const atOnce = 8

const { app } = await openApp()
process.send!({ settledPerS: await settling(), hotPrice: await creatingAtOnePrice() } satisfies UseCaseFigures)

async function settling(): Promise<number> {
  const money = await openWaitingMoney(app, walletsCount, warmedEach + settledEach)
  await money.read()
  await money.settle(warmedEach)
  const startedAt = performance.now()
  await money.settle(settledEach)
  return (walletsCount * settledEach * 1000) / (performance.now() - startedAt)
}

async function creatingAtOnePrice(): Promise<UseCaseFigures['hotPrice']> {
  const [wallet] = await openWallets(app, 1, 'harga')
  const took: number[] = []
  const startedAt = performance.now()
  let created = 0
  const carry = async () => {
    while (created++ < amountsOfPrice) {
      const askedAt = performance.now()
      await createPayment(app, wallet!.standing, { amount: 25_000, paymentMethod: 'wallet_direct' })
      took.push(performance.now() - askedAt)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, carry))
  const perS = (amountsOfPrice * 1000) / (performance.now() - startedAt)
  took.sort((one, other) => one - other)
  return { perS, p50Ms: percentile(took, 0.5), p99Ms: percentile(took, 0.99) }
}
