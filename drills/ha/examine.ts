import type { Database } from '../../src/lib/sql.ts'
import { waitUntil } from '../../test/kit/shop-process.ts'
import { auditChats, countUnfinishedOrders } from '../faults/chat-audit.ts'
import type { ChatCustomers } from '../faults/chat-customers.ts'
import type { Ledger } from './load.ts'
import type { MerchantLedger } from './merchant.ts'
import type { Receiver } from './shop.ts'
import { type Store, withDatabase } from './store.ts'
import type { Telegram } from './telegram.ts'

export interface Witnesses {
  ledger: Ledger
  receiver: Receiver
  customers: ChatCustomers
  /** The maximum number of duplicate messages in a chat: a fault may come between sending and recording a message. */
  repeatedMax: number
  merchant: MerchantLedger
  store: Store
  telegram: Telegram
}

const settledMsMax = 120_000

/**
 * Checks that everything acknowledged is in the books, and that books and stock are consistent. Every payment's
 * callback must have arrived, and the chats must show what was ordered and paid there.
 */
export async function findProblems(witnesses: Witnesses): Promise<string[]> {
  const { ledger, receiver, customers, repeatedMax, merchant, store, telegram } = witnesses
  const untold = () => [...ledger.paid].filter(invoice => !receiver.told.has(invoice)).length
  return withDatabase(async sql => {
    const isDone = async () => untold() === 0 && (await telegram.waiting()) + (await countUnfinishedOrders(sql)) === 0
    await waitUntil(isDone, settledMsMax).catch(() => {})
    const counts = {
      ...(await missing(sql, ledger)),
      ...(await wrongOf(sql, merchant, store)),
      'callbacks did not arrive': untold(),
      'callbacks arrived under two ids': [...receiver.told.values()].filter(ids => ids.size > 1).length,
      'things are still under way': await countUnfinishedOrders(sql),
    }
    const { violations } = await auditChats(sql, customers, repeatedMax)
    return [
      ...Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what}`])),
      ...violations.map(({ id, sentence, rows }) => `${id}: ${sentence}: ${JSON.stringify(rows[0])}`),
      ...customers.ledger.complaints,
      ...merchant.complaints,
    ]
  })
}

async function missing(sql: Database, { created, paid }: Ledger): Promise<Record<string, number>> {
  const [row] = await sql.query<{ created: number; paid: number }>(
    `select
       (select count(*) from unnest($1::text[], $2::bigint[]) as told(invoice_id, amount)
        left join payment p on p.invoice_id = told.invoice_id and p.final_amount = told.amount
          where p.invoice_id is null) as created,
       (select count(*) from unnest($3::text[]) as told(invoice_id)
        left join payment p on p.invoice_id = told.invoice_id where p.status is distinct from 'paid') as paid`,
    [[...created.keys()], [...created.values()], [...paid]],
  )
  return { 'creations are lost': Number(row!.created), 'settlements are lost': Number(row!.paid) }
}

/**
 * Checks the answers to the merchant's server against the books: repeating a request with its key must not repeat its
 * effect.
 */
async function wrongOf(sql: Database, { withdrawals, stock }: MerchantLedger, store: Store) {
  const [row] = await sql.query<{ withdrawals: number; stock: number }>(
    `select
       (select count(*) from unnest($1::text[], $2::bigint[]) as told(id, amount)
        full join withdrawal w on w.id = told.id where w.amount is distinct from told.amount) as withdrawals,
       (select s.available - $3::bigint from stock s join variant v on v.id = s.variant_id
         join product p on p.id = v.product_id
        where p.key = $4 and s.mode = 'test') as stock`,
    [[...withdrawals.keys()], [...withdrawals.values()], store.shelf + stock, store.counted],
  )
  return {
    'withdrawals are lost, or made twice': Number(row!.withdrawals),
    'more on the shelf than was told': Number(row!.stock),
  }
}
