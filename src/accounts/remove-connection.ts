import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'

/**
 * Takes a connection away for good and forgets its credentials; what it brought stays in the books.
 * Refuses `not_found`, and `refused_transition` while open payments wait for money that only it can see.
 */
export async function removeConnection(
  app: Needs<'sql' | 'transaction' | 'now'>,
  accountId: number,
  connectionId: number,
): Promise<void> {
  await app.transaction({ accountId }, async tx => {
    const [found] = await tx.query<{ id: number }>(
      'select id from connection where id = $2 and account_id = $1 and removed_at is null for update',
      [accountId, connectionId],
    )
    if (!found) throw new Refusal('not_found', 'There is no such connection')
    const [open] = await tx.query<{ count: number }>(openPaymentsSql, [connectionId])
    if (open!.count > 0) {
      throw new Refusal(
        'refused_transition',
        `${open!.count} open payments wait for money by this connection: switch it off, and remove it when they have ended`,
      )
    }
    await tx.write(`update connection set is_active = false, removed_at = $2, sealed_credentials = '' where id = $1`, [
      connectionId,
      app.now(),
    ])
  })
}

const openPaymentsSql = `
  select count(*) from payment p
  where p.status = 'pending' and (
    p.invoice_id in (select g.invoice_id from charge g where g.connection_id = $1)
    or p.invoice_id in (
      select h.invoice_id from hold h join connection c on c.receiving_account_id = h.receiving_account_id
      where c.id = $1 and not exists (
        select 1 from connection o
        where o.receiving_account_id = c.receiving_account_id and o.id <> c.id and o.is_active)))`
