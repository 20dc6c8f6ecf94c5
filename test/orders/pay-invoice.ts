import { connectors } from '../../src/connectors/index.ts'
import { settleTransfer } from '../../src/money/settle-transfer.ts'
import type { TestShop } from '../kit/app.ts'
import { pay } from './store.ts'

let transfers = 0

/** Makes the wallet or the code's provider report the money for an invoice. */
export async function payInvoice(shop: TestShop, invoiceId: string): Promise<void> {
  const [hold] = await shop.app.sql.query<{
    connectionId: number
    accountId: number
    receivingAccountId: number
    amount: number
  }>(
    `select c.id as "connectionId", c.account_id as "accountId", c.receiving_account_id as "receivingAccountId",
       h.final_amount as amount
     from hold h join connection c on c.receiving_account_id = h.receiving_account_id where h.invoice_id = $1`,
    [invoiceId],
  )
  const reference = `B-${++transfers}`
  if (!hold) return void (await pay(shop, invoiceId, reference))
  const { amount, ...source } = hold
  const sent = { reference, amount, occurredAt: shop.app.now(), payerName: 'BUDI', payerApp: 'GoPay' }
  await settleTransfer(shop.app, { ...source, window: connectors.wallet!.window }, sent)
}
