import { randomUUID } from 'node:crypto'
import { Account } from '../accounts/account.ts'
import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { announceFacts } from '../events/announce.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { checkCallbackAddress } from './callback-address.ts'

const addressMax = 2048

/**
 * Sets the callback address for payments without their own; null for none. The merchant is notified. Returns false if
 * the address was already set. Refuses `address_refused`.
 */
export async function setCallbackUrl(
  app: Needs<'transaction' | 'config' | 'now' | 'reactions'>,
  accountId: number,
  url: string | null,
  by: Actor = commandActor,
): Promise<boolean> {
  if (url !== null) {
    if (url.length > addressMax)
      throw refuseField('url', `has at most ${addressMax} characters`, { code: 'too_long', max: addressMax })
    checkCallbackAddress(app, 'url', url)
  }
  return app.transaction({ accountId }, async tx => {
    const other =
      url === null
        ? { defaultCallbackUrl: { $ne: null } }
        : { $or: [{ defaultCallbackUrl: null }, { defaultCallbackUrl: { $ne: url } }] }
    if ((await tx.em.nativeUpdate(Account, { id: accountId, ...other }, { defaultCallbackUrl: url })) === 0)
      return false
    await recordAct(app, tx, {
      accountId,
      ...by,
      act: 'callback.address_changed',
      subject: 'callbacks',
      detail: { url },
    })
    const payload = { url, by: by.name ?? by.actor }
    const fact = { accountId, subject: `address ${randomUUID()}`, payload, createdAt: app.now() }
    await announceFacts(app, tx, [{ ...fact, type: 'callback.address_changed' }])
    return true
  })
}
