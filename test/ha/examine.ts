import { connectors } from '../../src/connectors/index.ts'
import { connectDatabase } from '../../src/database/open.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { createClock } from '../../src/lib/clock.ts'
import type { Database } from '../../src/lib/sql.ts'
import { allEntities } from '../kit/entities.ts'
import { waitUntil } from '../kit/shop-process.ts'
import { databaseUrl } from './cluster.ts'
import type { Ledger } from './load.ts'
import type { Receiver } from './shop.ts'

const settledMsMax = 120_000

/** Everything acknowledged is in the books, the books agree with themselves, and every payment's callback arrived. */
export async function examine(ledger: Ledger, { told }: Receiver): Promise<string[]> {
  const database = await connectDatabase({ connectionString: databaseUrl }, { poolMax: 2, entities: allEntities })
  try {
    const untold = () => [...ledger.paid].filter(invoice => !told.has(invoice)).length
    await waitUntil(() => untold() === 0, settledMsMax).catch(() => {})
    const { created, paid } = await missing(database.sql, ledger)
    const clock = createClock({ sql: database.sql, shared: true })
    await clock.refresh()
    const violations = await findViolations({ sql: database.sql, now: clock.now, connectors })
    const counts = { 'creations are lost': created, 'settlements are lost': paid, 'callbacks did not arrive': untold() }
    return [
      ...Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : [])),
      ...violations.map(({ id, sentence }) => `${id}: ${sentence}`),
    ]
  } finally {
    await database.close()
  }
}

async function missing(sql: Database, { created, paid }: Ledger): Promise<{ created: number; paid: number }> {
  const [row] = await sql.query<{ created: number; paid: number }>(
    `select
       (select count(*) from unnest($1::text[], $2::bigint[]) as told(invoice_id, amount)
        left join payment p on p.invoice_id = told.invoice_id and p.final_amount = told.amount where p.invoice_id is null) as created,
       (select count(*) from unnest($3::text[]) as told(invoice_id)
        left join payment p on p.invoice_id = told.invoice_id where p.status is distinct from 'paid') as paid`,
    [[...created.keys()], [...created.values()], [...paid]],
  )
  return row!
}
