import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Account } from './account.ts'

/** Returns the id of the account with this name. Refuses `invalid_request` for `field` without a name or account. */
export async function findAccountByName(app: Needs<'em'>, name: unknown, field = '--account'): Promise<number> {
  const account = await app.em('installation').findOne(Account, { name: String(name ?? '') })
  if (!account)
    throw refuseField(field, name ? `there is no account named ${name}` : 'names the account', {
      code: name ? 'not_found' : 'missing',
    })
  return account.id
}
