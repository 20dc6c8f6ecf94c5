import type { Needs } from '../needs.ts'
import { type PaymentPhase, type Phased, phaseOf } from './payment-phase.ts'

export interface PhaseNow {
  phase: PaymentPhase
  status: Phased['status']
  expiresAt: Date
}

/** The phases of many payments by their ids alone, in one round trip; an unknown one is missing from the answer. */
export async function readPhases(app: Needs<'sql' | 'now'>, invoiceIds: string[]): Promise<Map<string, PhaseNow>> {
  const rows = await app.sql.query<Phased & { invoiceId: string }>(phasesSql, [invoiceIds])
  const now = app.now()
  return new Map(
    rows.map(row => [row.invoiceId, { phase: phaseOf(row, now), status: row.status, expiresAt: row.expiresAt }]),
  )
}

const phasesSql = `
  select p.invoice_id as "invoiceId", p.status, p.expires_at as "expiresAt",
    exists (select 1 from charge g where g.invoice_id = p.invoice_id and g.state = 'coded')
      or exists (select 1 from hold h where h.invoice_id = p.invoice_id) as "isReady"
  from payment p where p.invoice_id = any($1)`
