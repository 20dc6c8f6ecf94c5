import type { Tx } from '../database/transaction.ts'
import { announceFacts } from '../events/announce.ts'
import type { Sql } from '../lib/sql.ts'
import type { Needs } from '../needs.ts'
import { dueSql } from './expire-payments-sql.ts'
import { endHolds } from './hold.ts'
import { markExpired } from './payment-moves.ts'
import { recheckEndedPayments } from './recheck-ended-payments.ts'

type ExpireNeeds = Needs<'sql' | 'transaction' | 'now' | 'reactions' | 'connectors' | 'log'>

const batchMax = 500
const batchesMax = 20

/**
 * Expires payments whose deadline has passed and whose money can no longer be in transit. Every connection that could
 * list the money, and every charge that could bring it, was read past the deadline. Returns the number of expired
 * payments.
 */
export async function expirePayments(app: ExpireNeeds): Promise<number> {
  let expired = 0
  for (let batch = 0; batch < batchesMax; batch++) {
    const count = await expireBatch(app)
    expired += count
    if (count < batchMax) break
  }
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

// One payment whose reactions fail must not keep the others of its batch open.
async function expireSingly(app: ExpireNeeds): Promise<number> {
  let expired = 0
  for (const { invoice_id } of await findDue(app, app.sql, batchMax)) {
    try {
      expired += await app.transaction('installation', tx => expireInvoices(app, tx, [invoice_id]))
    } catch (error) {
      app.log.error({ err: error, invoice_id }, 'a payment could not expire')
    }
  }
  return expired
}

async function expireUpTo(app: ExpireNeeds, limit: number): Promise<number> {
  return app.transaction('installation', async tx => {
    const due = await findDue(app, tx, limit)
    return due.length === 0
      ? 0
      : expireInvoices(
          app,
          tx,
          due.map(payment => payment.invoice_id),
        )
  })
}

function findDue(app: ExpireNeeds, sql: Sql, limit: number): Promise<{ invoice_id: string }[]> {
  const graces = Object.values(app.connectors).map(connector => [connector.id, connector.window.graceS])
  return sql.query(dueSql, { now: app.now(), graces: Object.fromEntries(graces), limit })
}

async function expireInvoices(app: ExpireNeeds, tx: Tx, invoiceIds: string[]): Promise<number> {
  const now = app.now()
  const rows = await markExpired(tx, invoiceIds, now)
  const expired = rows.map(row => row.invoice_id)
  const phones = Object.values(app.connectors).filter(({ traits }) => traits.needsForwarder)
  await endHolds(
    tx,
    expired,
    now,
    phones.map(({ id }) => id),
  )
  await recheckEndedPayments(tx, expired, now)
  await announceFacts(
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
