import type { Mode } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { paidSinceSql } from './read-paid-sql.ts'

/** Somebody who wants to hear of the payments of an account. */
export interface Listener {
  accountId: number
  mode: Mode
  /** Real time: payments that were noted as paid after it are read, at most `paidAtOnce`, the oldest first. */
  after: Date
}

/** A payment that was noted as paid. */
export interface PaidNow {
  /** Of its event. */
  id: string
  /** What came, in whole rupiah. */
  amount: number
  /** Real time, when its transaction began. */
  recordedAt: Date
  /** Business time. */
  createdAt: Date
}

export const paidAtOnce = 100

/** What was paid for each of many listeners, in their order, in one round trip. */
export async function readPaid(app: Needs<'sql'>, listeners: readonly Listener[]): Promise<PaidNow[][]> {
  const asked = listeners.map(({ accountId, mode, after }, place) => ({
    ...{ place, account_id: accountId, mode, after: after.toISOString() },
  }))
  const found = listeners.map((): PaidNow[] => [])
  for (const row of await app.sql.query(paidSinceSql, { asked, most: paidAtOnce })) {
    const { place, id, amount, recorded_at: recordedAt, created_at: createdAt } = row
    found[place]!.push({ id, amount, recordedAt, createdAt })
  }
  return found
}
