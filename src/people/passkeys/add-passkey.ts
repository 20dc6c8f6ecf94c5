import { type Actor, recordAct } from '../../accounts/audit.ts'
import { refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Passkey } from './passkey.ts'
import { type PasskeyAnswer, readNewPasskey } from './passkey-ceremony.ts'

const passkeysMax = 20

/**
 * Stores a passkey that a user's device has created. Refuses `unauthorized` if it cannot be verified,
 * `invalid_request`.
 */
export async function addPasskey(
  app: Needs<'seal' | 'transaction' | 'now' | 'config'>,
  userId: number,
  { label, ...given }: PasskeyAnswer & { label: string },
  by: Actor,
): Promise<void> {
  const name = label.trim()
  if (name === '' || [...name].length > 100)
    throw refuseField('label', 'has 1 to 100 characters', { code: 'wrong_length', min: 1, max: 100 })
  const made = await readNewPasskey(app, userId, given)
  await app.transaction('shared', async tx => {
    const { em } = tx
    if ((await em.count(Passkey, { user: userId })) >= passkeysMax) {
      throw refuseField('label', `there are ${passkeysMax} passkeys already`, { code: 'too_many', max: passkeysMax })
    }
    const row = { ...made, user: userId, label: name, createdAt: app.now(), usedAt: null }
    const { affectedRows } = await em.qb(Passkey).insert(row).onConflict(['id']).ignore().execute()
    if (affectedRows === 0) throw refuseField('label', 'this passkey is known already', 'taken')
    const detail = { label: name }
    await recordAct(app, tx, { accountId: null, ...by, act: 'passkey.added', subject: `user ${userId}`, detail })
  })
}
