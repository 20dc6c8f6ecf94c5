import { Account } from '../accounts/account.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { checkCallbackAddress } from './callback-address.ts'

const addressMax = 2048

/** Sets where callbacks go for payments that name no address of their own; null for nowhere. Refuses `address_refused`. */
export async function setCallbackUrl(
  app: Needs<'em' | 'config'>,
  accountId: number,
  url: string | null,
): Promise<void> {
  if (url !== null) {
    if (url.length > addressMax) throw refuseField('url', `has at most ${addressMax} characters`)
    checkCallbackAddress(app, 'url', url)
  }
  await app.em({ accountId }).nativeUpdate(Account, { id: accountId }, { defaultCallbackUrl: url })
}
