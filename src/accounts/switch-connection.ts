import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'

const uniqueViolation = '23505'

/**
 * Takes a connection out of use for new payments, or back into it. Money for payments that are open is still looked for.
 * Returns false when it was so before. Refuses `not_found`, and `invalid_request` where another has taken its place.
 */
export async function switchConnection(
  app: Needs<'sql'>,
  accountId: number,
  { connectionId, isActive }: { connectionId: number; isActive: boolean },
): Promise<boolean> {
  try {
    const switched = await app.sql.write(
      `update connection set is_active = $3
       where id = $2 and account_id = $1 and removed_at is null and is_active <> $3`,
      [accountId, connectionId, isActive],
    )
    if (switched === 1) return true
  } catch (error) {
    if ((error as { code?: string }).code !== uniqueViolation) throw error
    throw refuseField('connection', 'another connection is in use in its place: switch that one off first')
  }
  const known = await app.sql.query(
    'select 1 from connection where id = $2 and account_id = $1 and removed_at is null',
    [accountId, connectionId],
  )
  if (known.length === 0) throw new Refusal('not_found', 'There is no such connection')
  return false
}
