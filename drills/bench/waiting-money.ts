import { waitUntilFinished } from '../../src/lib/started.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import type { App } from '../../src/needs.ts'
import type { Payment } from '../../src/payments/payment.ts'
import {
  type ListingProvider,
  listingProvider,
  moneyFor,
  openPayments,
  openWallets,
  type Wallet,
} from '../../test/money/many-wallets.ts'

/** Wallets that are read as lists, and the open payments of each that have not received money yet. */
export interface WaitingMoney {
  /** The app that was passed in, with the provider of these wallets. */
  app: App
  provider: ListingProvider
  wallets: Wallet[]
  waiting: { wallet: Wallet; own: Payment[] }[]
  /** Reads every wallet once, whether due or not. */
  read(): Promise<void>
  /**
   * Settles the money of this number of payments of each wallet, found in a single reading. Throws unless all of them
   * are paid by it.
   */
  settle(each: number): Promise<void>
}

export async function openWaitingMoney(given: App, walletsCount: number, paymentsEach: number): Promise<WaitingMoney> {
  const provider = listingProvider()
  const app: App = { ...given, connectors: provider.connectors }
  const wallets = await openWallets(app, walletsCount)
  const payments = await openPayments(app, wallets, paymentsEach)
  const waiting = [...payments].map(([wallet, own]) => ({ wallet, own: [...own] }))

  async function read(): Promise<void> {
    await app.sql.write('update reading set due_at = now()')
    await waitUntilFinished(readTransfers(app, walletsCount))
  }

  async function countPaid(): Promise<number> {
    const [row] = await app.sql.query<{ count: number }>("select count(*) from payment where status = 'paid'")
    return row!.count
  }

  async function settle(each: number): Promise<void> {
    for (const { wallet, own } of waiting) {
      const money = own.splice(0, each).map(payment => moneyFor(payment, app.now()))
      provider.lists.set(wallet.number, money)
    }
    const before = await countPaid()
    await read()
    const paid = (await countPaid()) - before
    if (paid !== each * walletsCount) throw new Error(`${paid} payments were paid`)
  }

  return { app, provider, wallets, waiting, read, settle }
}
