import { parseRedirectAddress } from '../lib/redirect-address.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Account } from './account.ts'

/** Refuses `invalid_request` with the field `redirect_url` if the account does not allow the address's scheme. */
export async function refuseRedirect(
  app: Needs<'em'>,
  accountId: number,
  address: string | null | undefined,
): Promise<void> {
  // Most are http(s) addresses, which need no look-up of the account.
  if (!address || parseRedirectAddress(address, []) !== null) return
  if ((await findRedirect(app, accountId, address)) !== null) return
  const error = 'is an http or https address, or one with a scheme that the settings of the account name'
  throw refuseField('redirect_url', error, 'malformed')
}

/** Returns the address that a page of an account may lead to; null if the account no longer allows it. */
export async function findRedirect(app: Needs<'em'>, accountId: number, address: string): Promise<URL | null> {
  const web = parseRedirectAddress(address, [])
  if (web || parseRedirectAddress(address) === null) return web
  const { redirectSchemes } = await app.em({ accountId }).findOneOrFail(Account, accountId)
  return parseRedirectAddress(address, redirectSchemes)
}
