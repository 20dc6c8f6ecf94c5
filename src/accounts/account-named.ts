import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'

/** The id of the account with this name. Refuses `invalid_request`, naming the field that should have named it. */
export async function accountNamed(app: Needs<'sql'>, name: unknown, field = '--account'): Promise<number> {
  const rows = await app.sql.query<{ id: number }>('select id from account where name = $1', [String(name ?? '')])
  if (!rows[0]) throw refuseField(field, name ? `there is no account named ${name}` : 'names the account')
  return rows[0].id
}
