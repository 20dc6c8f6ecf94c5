import { expect } from 'vitest'
import type { Connector, IncomingTransfer } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { sandboxWindow } from '../../src/connectors/simulator/window.ts'
import { createOutbound } from '../../src/lib/outbound.ts'
import type { TransferSource } from '../../src/money/settle-together.ts'
import type { App } from '../../src/needs.ts'
import type { TestShop } from '../kit/app.ts'
import { demoAccounts } from '../kit/demo-accounts.ts'
import { neighboursInvoices } from '../kit/neighbours.ts'

export interface CreatedPayment {
  invoice_id: string
  amount: number
  unique_code: number
  final_amount: number
}

export const lifetimeS = 1800

export async function create(shop: TestShop, body: object = {}, key = shop.keys.demo): Promise<CreatedPayment> {
  const answer = await shop.api('/create-payment', {
    body: { amount: 15_000, payment_method: 'wallet_direct', ...body },
    key,
  })
  expect(answer.body).toMatchObject({ success: true })
  return answer.body.data
}

/** Sends money at the provider before any read. */
export async function send(shop: TestShop, transfer: object): Promise<{ reference: string; amount: number }> {
  const answer = await shop.sandbox('/transfers', transfer)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.transfers[0]
}

/** Runs all recurring work as if the polling intervals were over. */
export async function detect(shop: TestShop): Promise<void> {
  await shop.hurry()
  await shop.work()
}

/** Advances the clock past the deadline, its grace period and lag, and reads everything. */
export async function letExpire(shop: TestShop): Promise<void> {
  shop.advance(lifetimeS + 5)
  await detect(shop)
}

export async function statusOf(shop: TestShop, payment: CreatedPayment, key = shop.keys.demo): Promise<string> {
  return (await shop.api(`/check-payment?invoice=${payment.invoice_id}`, { key })).body.status
}

export interface TransferRow {
  reference: string
  amount: number
  state: string
  reason: string | null
  invoice_id: string | null
}

export function transfers(shop: TestShop): Promise<TransferRow[]> {
  return shop.app.sql.query<TransferRow>(
    `select reference, amount, state, reason, invoice_id from transfer
     where coalesce(invoice_id, '') not like '${neighboursInvoices}' order by id`,
  )
}

export async function events(shop: TestShop, subject: string): Promise<string[]> {
  const rows = await shop.app.sql.query<{ type: string }>('select type from event where subject = $1 order by type', [
    subject,
  ])
  return rows.map(({ type }) => type)
}

/** Counts the rows without those of the neighbours. */
export async function count(shop: TestShop, table: string, condition = 'true'): Promise<number> {
  const subject = subjects[table]
  const ours = subject === undefined ? 'true' : `coalesce(${subject}, '') not like '${neighboursInvoices}'`
  const rows = await shop.app.sql.query<{ count: number }>(
    `select count(*) from ${table} where (${condition}) and ${ours}`,
  )
  return rows[0]!.count
}

const subjects: Record<string, string> = {
  payment: 'invoice_id',
  transfer: 'invoice_id',
  charge: 'invoice_id',
  hold: 'invoice_id',
  movement: 'invoice_id',
  delivery: 'invoice_id',
  event: 'subject',
}

/** Returns the wallet of the demo account as a source of transfers. */
export async function walletOf(shop: TestShop): Promise<TransferSource> {
  const connection = shop.demo.connections.find(({ connector }) => connector === 'wallet')!
  return {
    connectionId: connection.id,
    accountId: shop.demo.accountId,
    receivingAccountId: connection.receivingAccountId,
    window: { ...connectors.wallet!.window, ...sandboxWindow },
  }
}

export function transfer(of: Partial<IncomingTransfer> & { amount: number }): IncomingTransfer {
  return { reference: `T-${of.amount}`, occurredAt: new Date(), payerName: null, payerApp: null, ...of }
}

/** Returns connectors in which the demo account's wallet lists these pages, in this order. */
export function listing(pages: () => IncomingTransfer[][]): App['connectors'] {
  const turn: Connector['transfers'] = async ({ credentials }, { cursor }) => {
    const all = (credentials as { account: string }).account === demoAccounts.wallet ? pages() : []
    const page = Number(cursor ?? 0)
    return { transfers: all[page] ?? [], cursor: page + 1 < all.length ? String(page + 1) : null }
  }
  return { ...connectors, wallet: { ...connectors.wallet!, transfers: turn } }
}

/** Returns outbound requests with a shorter time-out: a test would otherwise take a provider's full time-out. */
export function impatient(allow: string[], patienceMs = 300): App['outbound'] {
  const outbound = createOutbound({ allow })
  return {
    fetch: (address, options = {}) =>
      outbound.fetch(address, { ...options, timeoutMs: Math.min(options.timeoutMs ?? patienceMs, patienceMs) }),
  }
}
