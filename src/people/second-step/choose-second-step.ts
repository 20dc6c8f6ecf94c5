import { recordAct } from '../../accounts/audit.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Passkey } from '../passkeys/passkey.ts'
import { User } from '../user.ts'

/**
 * Disables the second step, or sets it to a code through the bot or a passkey; the secret of an authenticator app is
 * deleted. `enrolTotp` sets up an app. Refuses `unavailable` for codes without a linked chat, and for a passkey if the
 * user has none.
 */
export async function chooseSecondStep(
  app: Needs<'transaction' | 'now'>,
  userId: number,
  { secondStep, address }: { secondStep: 'none' | 'bot' | 'passkey'; address: string },
): Promise<void> {
  await app.transaction('shared', async tx => {
    const guard = secondStep === 'bot' ? { chatId: { $ne: null } } : {}
    const changed = await tx.em.nativeUpdate(User, { id: userId, ...guard }, { secondStep, sealedTotp: null })
    if (secondStep === 'passkey' && (await tx.em.count(Passkey, { user: userId })) === 0) {
      throw new Refusal('unavailable', 'There is no passkey yet')
    }
    if (changed === 0) throw new Refusal('unavailable', 'No chat is linked that a code could go to')
    const actor = `user ${userId}`
    const detail = { second_step: secondStep }
    await recordAct(app, tx, { accountId: null, actor, act: 'second_step.chosen', subject: actor, detail, address })
  })
}
