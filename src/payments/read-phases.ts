import { statement } from '../lib/statement.ts'
import type { Needs } from '../needs.ts'
import { findPaymentPhase, type PaymentPhase, type PhaseFields } from './payment-phase.ts'

export interface PhaseNow {
  phase: PaymentPhase
  status: PhaseFields['status']
  expiresAt: Date
}

/** Returns the phases of many payments by id, in one round trip; unknown ones are missing from the answer. */
export async function readPhases(app: Needs<'sql' | 'now'>, invoiceIds: string[]): Promise<Map<string, PhaseNow>> {
  const rows = await app.sql.query(phasesSql, { invoices: invoiceIds })
  const now = app.now()
  return new Map(
    rows.map(({ invoice_id, status, expires_at: expiresAt, is_ready: isReady }) => [
      invoice_id,
      { phase: findPaymentPhase({ status, expiresAt, isReady }, now), status, expiresAt },
    ]),
  )
}

interface PhaseRow {
  invoice_id: string
  status: PhaseFields['status']
  expires_at: Date
  is_ready: boolean
}

// Every open page and chat polls this every other second.
const phasesSql = statement<{ invoices: string[] }, PhaseRow>(`
  select p.invoice_id, p.status, p.expires_at,
    exists (select 1 from charge g where g.invoice_id = p.invoice_id and g.state = 'coded')
      or exists (select 1 from hold h where h.invoice_id = p.invoice_id) as is_ready
  from payment p where p.invoice_id = any(:invoices)`)
