import { createConnection } from '../../src/connections/create-connection.ts'
import { makeBridgedCredentials } from '../../src/connectors/bridge/simulator.ts'
import type { Connector, IncomingTransfer } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { findStandingByAccount, type Standing } from '../../src/keys/standing.ts'
import type { App } from '../../src/needs.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import type { Payment } from '../../src/payments/payment.ts'
import { createAccount } from '../../src/people/create-account.ts'

/** An in-memory provider whose wallets list the given transfers. It records the requests. */
export interface ListingProvider {
  connectors: App['connectors']
  /** The transfers of each wallet, by its number. */
  lists: Map<string, IncomingTransfer[]>
  /** The numbers of the wallets that were read, in order. */
  asked: string[]
}

export function listingProvider(): ListingProvider {
  const lists = new Map<string, IncomingTransfer[]>()
  const asked: string[] = []
  const list: Connector['transfers'] = async ({ credentials }, { since }) => {
    const { account } = credentials as { account: string }
    asked.push(account)
    const all = lists.get(account) ?? []
    return { transfers: all.filter(({ occurredAt }) => occurredAt === null || occurredAt >= since), cursor: null }
  }
  return { connectors: { ...connectors, wallet: { ...connectors.wallet!, transfers: list } }, lists, asked }
}

export interface Wallet {
  standing: Standing
  number: string
}

let opened = 0

/** Opens this number of accounts, each with its own wallet. */
export async function openWallets(app: App, count: number, prefix = 'warung'): Promise<Wallet[]> {
  const wallets: Wallet[] = []
  for (let n = 0; n < count; n++) {
    const { id: accountId } = await createAccount(app, { name: `${prefix}${n}`, plan: 'paid' })
    const number = `0813${String(opened++).padStart(8, '0')}`
    const credentials = makeBridgedCredentials('http://127.0.0.1:9/sandbox', 'wallet', number)
    await createConnection(app, { accountId, connector: 'wallet', mode: 'test', label: 'Dompet', credentials })
    wallets.push({ standing: (await findStandingByAccount(app, accountId, 'test'))!, number })
  }
  return wallets
}

/** Opens this number of payments at each wallet, with repeated prices. */
export async function openPayments(app: App, wallets: Wallet[], each: number): Promise<Map<Wallet, Payment[]>> {
  const made = await Promise.all(
    wallets.map(async (wallet): Promise<[Wallet, Payment[]]> => {
      const payments: Payment[] = []
      for (let n = 0; n < each; n++) {
        const asked = { amount: 10_000 + (n % 40) * 1_000, paymentMethod: 'wallet_direct' }
        payments.push(await createPayment(app, wallet.standing, asked))
      }
      return [wallet, payments]
    }),
  )
  return new Map(made)
}

export function moneyFor({ invoiceId, finalAmount }: Payment, at: Date): IncomingTransfer {
  return { reference: `T-${invoiceId}`, amount: finalAmount, occurredAt: at, payerName: 'BUDI', payerApp: 'DANA' }
}
