import { connectors } from '../../src/connectors/index.ts'
import { settleTransfer } from '../../src/money/settle-transfer.ts'
import type { TestShop } from '../kit/app.ts'
import { pay } from '../orders/store.ts'

/** A bill by the API, as its answer says. */
export async function makeBill(shop: TestShop, body: object): Promise<Record<string, unknown> & { bill: string }> {
  const answer = await shop.api('/create-bill', { body: { title: 'Kopi', ...body } })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}

export async function checkBill(shop: TestShop, bill: string) {
  return (await shop.api(`/check-bill?bill=${bill}`)).body.data
}

export async function idOf(shop: TestShop, bill: string): Promise<number> {
  const [row] = await shop.app.sql.query<{ id: number }>('select id from bill where public_id = $1', [bill])
  return row!.id
}

let transfers = 0

/** Lets the wallet, or the provider whose code it is, tell that the money for an invoice came. */
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
