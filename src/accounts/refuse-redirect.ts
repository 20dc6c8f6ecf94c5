import { redirectAddress } from '../lib/redirect-address.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Account } from './account.ts'

/** Refuses `invalid_request` by `redirect_url` for an address whose scheme the account has not named. */
export async function refuseRedirect(
  app: Needs<'em'>,
  accountId: number,
  address: string | null | undefined,
): Promise<void> {
  // Most lead to the web, which needs no look at the account.
  if (!address || redirectAddress(address, []) !== null) return
  if ((await findRedirect(app, accountId, address)) !== null) return
  const error = 'is an http or https address, or one with a scheme that the settings of the account name'
  throw refuseField('redirect_url', error, 'malformed')
}

/** Returns the address that a page of an account may lead to; null if the account no longer allows it. */
export async function findRedirect(app: Needs<'em'>, accountId: number, address: string): Promise<URL | null> {
  const web = redirectAddress(address, [])
  if (web || redirectAddress(address) === null) return web
  const { redirectSchemes } = await app.em({ accountId }).findOneOrFail(Account, accountId)
  return redirectAddress(address, redirectSchemes)
}
