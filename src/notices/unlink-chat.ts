import { type Actor, recordAct } from '../accounts/audit.ts'
import { notFound, Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Membership } from '../people/membership.ts'
import { User } from '../people/user.ts'
import { MerchantChat } from './merchant-chat.ts'

/** Stops all messages about an account to a chat. Refuses `not_found`. */
export async function unlinkChat(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  chatId: number,
  by: Actor,
): Promise<void> {
  await app.transaction({ accountId }, async tx => {
    const removed = await tx.em.nativeDelete(MerchantChat, { account: accountId, chatId })
    if (removed === 0) throw notFound('chat')
    await recordAct(app, tx, { accountId, ...by, act: 'chat.unlinked', subject: `chat ${chatId}` })
  })
}

/**
 * Unlinks the chat from a user, so that it no longer receives codes or messages about their accounts. Refuses
 * `refused_transition` while it is the second step of signing in.
 */
export async function unlinkOwnChat(app: Needs<'transaction' | 'now'>, userId: number, by: Actor): Promise<void> {
  await app.transaction('installation', async tx => {
    const { em } = tx
    const { chatId } = await em.findOneOrFail(User, userId, { fields: ['chatId'] })
    if (chatId === null) return
    const changed = await em.nativeUpdate(User, { id: userId, chatId, secondStep: { $ne: 'bot' } }, { chatId: null })
    if (changed === 0)
      throw new Refusal('refused_transition', 'Choose another second step first: codes go to this chat')
    const own = await em.find(Membership, { user: userId })
    await em.nativeDelete(MerchantChat, { chatId, account: { $in: own.map(({ account }) => account.id) } })
    await recordAct(app, tx, { accountId: null, ...by, act: 'chat.unlinked', subject: `user ${userId}` })
  })
}
