import { findProblems, type Witnesses } from './examine.ts'
import { type Store, withDatabase } from './store.ts'

interface Loss {
  sql: string
  values?: unknown[]
  found: RegExp
}

const lossesOf = ({ counted }: Store): Record<string, Loss> => ({
  'a withdrawal of another amount': {
    sql: 'update withdrawal set amount = amount + 1 where id = (select min(id) from withdrawal)',
    found: /^1 withdrawals are lost/,
  },
  'a cup more on the shelf': {
    sql: `update stock set available = available + 1 where mode = 'test' and variant_id = (
      select v.id from variant v join product p on p.id = v.product_id where p.key = $1)`,
    values: [counted],
    found: /^1 more on the shelf/,
  },
  'a sold key that is for sale again': {
    sql: `update stock_unit set state = 'available', order_item_id = null
      where id = (select min(id) from stock_unit where state = 'sold')`,
    found: /^units: /,
  },
  'a payment of another amount than its money': {
    sql: `update payment set amount = amount + 1, final_amount = final_amount + 1 where invoice_id = (
      select min(invoice_id) from payment where mode = 'test' and status = 'paid' and callback_url is not null)`,
    found: /^I1: /,
  },
})

/**
 * Removes an example of each kind, and returns those that the examination misses, because an examination without
 * findings proves little.
 */
export async function findMissedLosses(witnesses: Witnesses): Promise<string[]> {
  const losses = lossesOf(witnesses.store)
  await withDatabase(async sql => {
    for (const { sql: statement, values } of Object.values(losses)) await sql.write(statement, values)
  })
  const [invoice] = witnesses.ledger.paid
  witnesses.receiver.told.get(invoice!)?.add('another id')
  const problems = await findProblems(witnesses)
  const all = { ...losses, 'a callback under two ids': { found: /^1 callbacks arrived under two ids/ } }
  return Object.entries(all)
    .filter(([, { found }]) => !problems.some(problem => found.test(problem)))
    .map(([what]) => `the examination does not see ${what}`)
}
