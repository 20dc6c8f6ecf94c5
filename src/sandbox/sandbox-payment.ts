import { buildHookAddress } from '../connections/hook-address.ts'
import type { ConnectorId } from '../connectors/index.ts'
import type { Needs } from '../needs.ts'
import type { SandboxPayment } from './sandbox-needs.ts'
import { accountKeepers } from './simulators.ts'

/**
 * Returns how a payment of test mode can be paid at the sandbox: by the account that receives its amount, or by its
 * codes.
 */
export async function findSandboxPayment(app: Needs<'sql'>, invoiceId: string): Promise<SandboxPayment | null> {
  const rows = await app.sql.query<SandboxPayment>(
    `select p.final_amount as "finalAmount",
       (select r.external_id from hold h join receiving_account r on r.id = h.receiving_account_id
         where h.invoice_id = p.invoice_id and r.connector = any($2) order by r.id limit 1) as account,
       array(select g.qris from charge g where g.invoice_id = p.invoice_id and g.state = 'coded' order by g.id) as codes
     from payment p where p.invoice_id = $1 and p.mode = 'test'`,
    [invoiceId, accountKeepers.map(({ id }) => id)],
  )
  return rows[0] ?? null
}

/** Returns the shop's push address for a code that it requested. */
export async function findHook(
  app: Needs<'sql' | 'config' | 'connectors' | 'seal'>,
  qris: string,
): Promise<string | null> {
  const rows = await app.sql.query<{ id: number; connector: ConnectorId }>(
    `select g.connection_id as id, c.connector
     from charge g join connection c on c.id = g.connection_id where g.qris = $1`,
    [qris],
  )
  return rows[0] ? buildHookAddress(app, rows[0]) : null
}
