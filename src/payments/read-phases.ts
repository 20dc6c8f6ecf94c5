import type { Needs } from '../needs.ts'
import { type PaymentPhase, type Phased, phaseOf } from './payment-phase.ts'
import { phasesSql } from './read-phases-sql.ts'

export interface PhaseNow {
  phase: PaymentPhase
  status: Phased['status']
  expiresAt: Date
}

/** The phases of many payments by their ids alone, in one round trip; an unknown one is missing from the answer. */
export async function readPhases(app: Needs<'sql' | 'now'>, invoiceIds: string[]): Promise<Map<string, PhaseNow>> {
  const rows = await app.sql.query<PhaseRow>(phasesSql, [invoiceIds])
  const now = app.now()
  return new Map(
    rows.map(({ invoice_id, status, expires_at: expiresAt, is_ready: isReady }) => [
      invoice_id,
      { phase: phaseOf({ status, expiresAt, isReady }, now), status, expiresAt },
    ]),
  )
}

interface PhaseRow {
  invoice_id: string
  status: Phased['status']
  expires_at: Date
  is_ready: boolean
}
