import type { Mode } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { announce } from '../events/announce.ts'
import type { Sql } from '../lib/sql.ts'
import type { Needs } from '../needs.ts'
import { endHolds } from './hold.ts'

type ExpireNeeds = Needs<'sql' | 'transaction' | 'now' | 'reactions' | 'connectors' | 'wake' | 'log'>

const batchMax = 500
const batchesMax = 20

/**
 * Expires payments whose deadline has passed and whose money can no longer be on its way: every connection that could
 * list it and every charge that could bring it was read past the deadline (design 3). Returns how many it expired.
 */
export async function expirePayments(app: ExpireNeeds): Promise<number> {
  let expired = 0
  for (let batch = 0; batch < batchesMax; batch++) {
    const count = await expireBatch(app)
    expired += count
    if (count < batchMax) break
  }
  if (expired > 0) app.wake.notify('payments')
  return expired
}

async function expireBatch(app: ExpireNeeds): Promise<number> {
  try {
    return await expireUpTo(app, batchMax)
  } catch (error) {
    app.log.error({ err: error }, 'a batch of payments could not expire; trying them one by one')
    return expireSingly(app)
  }
}

// One payment whose reactions fail must not keep the others of its batch alive.
async function expireSingly(app: ExpireNeeds): Promise<number> {
  let expired = 0
  for (const { invoiceId } of await findDue(app, app.sql, batchMax)) {
    try {
      expired += await app.transaction('installation', tx => expire(app, tx, [invoiceId]))
    } catch (error) {
      app.log.error({ err: error, invoice_id: invoiceId }, 'a payment could not expire')
    }
  }
  return expired
}

async function expireUpTo(app: ExpireNeeds, limit: number): Promise<number> {
  return app.transaction('installation', async tx => {
    const due = await findDue(app, tx, limit)
    return due.length === 0
      ? 0
      : expire(
          app,
          tx,
          due.map(payment => payment.invoiceId),
        )
  })
}

function findDue(app: ExpireNeeds, sql: Sql, limit: number): Promise<{ invoiceId: string }[]> {
  const graces = Object.values(app.connectors).map(connector => [connector.id, connector.window.graceS])
  return sql.query(dueSql, [app.now(), JSON.stringify(Object.fromEntries(graces)), limit])
}

const graceOf = (connection: string) => `make_interval(secs =>
  coalesce((${connection}.window_overrides->>'graceS')::float8, ($2::jsonb->>${connection}.connector)::float8, 0))`

const dueSql = `
  select p.invoice_id as "invoiceId" from payment p
  where p.status = 'pending' and p.expires_at <= $1
    and not exists (
      select 1 from hold h where h.invoice_id = p.invoice_id and not exists (
        select 1 from connection c join reading r on r.connection_id = c.id
        where c.receiving_account_id = h.receiving_account_id and r.watermark > p.expires_at + ${graceOf('c')}))
    and not exists (
      select 1 from charge g join connection c on c.id = g.connection_id
      where g.invoice_id = p.invoice_id and (g.state = 'waiting' or (g.state = 'coded' and not g.is_closed
        and coalesce(g.answered_until, '-infinity') <= p.expires_at + ${graceOf('c')})))
    and not exists (select 1 from transfer t where t.invoice_id = p.invoice_id and t.state = 'unsettled')
  order by p.expires_at limit $3
  for update of p skip locked`

async function expire(app: ExpireNeeds, tx: Tx, invoiceIds: string[]): Promise<number> {
  const now = app.now()
  const rows = await tx.query<{ invoice_id: string; account_id: number; mode: Mode }>(expireSql, [invoiceIds, now])
  const expired = rows.map(row => row.invoice_id)
  await endHolds(tx, expired, now)
  await announce(
    app,
    tx,
    rows.map(row => ({
      accountId: row.account_id,
      type: 'payment.expired' as const,
      subject: row.invoice_id,
      payload: { mode: row.mode },
      createdAt: now,
    })),
  )
  return rows.length
}

// Looked at once more under the lock: money may have come, and not been settled, after these were chosen.
const expireSql = `
  update payment p set status = 'expired', ended_at = $2
  where p.invoice_id = any($1) and p.status = 'pending'
    and not exists (select 1 from transfer t where t.invoice_id = p.invoice_id and t.state = 'unsettled')
  returning p.invoice_id, p.account_id, p.mode`
