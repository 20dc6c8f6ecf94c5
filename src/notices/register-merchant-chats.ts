import type { Needs } from '../needs.ts'
import { Membership, type Role } from '../people/membership.ts'
import { MerchantChat } from './merchant-chat.ts'
import { reviveNotices } from './unreachable.ts'

export interface ChatMerchant {
  /** The person's current roles by account, without accounts from which they were removed. */
  roles: Map<number, Role>
  language: 'id' | 'en' | undefined
  /** The customer's message that is being answered in this chat; null while no conversation is open. */
  talkId: number | null
}

/**
 * Returns the rights of the chat that just wrote in each account. Pending notices are sent again if it had blocked the
 * bot.
 */
export async function registerMerchantChats(
  app: Needs<'em' | 'transaction' | 'now' | 'wake'>,
  { botId, chatId }: { botId: number; chatId: number },
): Promise<ChatMerchant> {
  const em = app.em('installation')
  const chats = await em.find(MerchantChat, { chatId })
  if (chats.some(chat => chat.blockedAt !== null)) {
    await em.nativeUpdate(MerchantChat, { chatId }, { blockedAt: null })
    await reviveNotices(app, { botId, chatId })
  }
  const users = chats.flatMap(({ user }) => (user ? [user.id] : []))
  const memberships = users.length === 0 ? [] : await em.find(Membership, { user: { $in: users } })
  const roles = new Map<number, Role>()
  for (const { account, user } of chats) {
    const member = memberships.find(each => each.account.id === account.id && each.user.id === user?.id)
    const role = user ? member?.role : 'owner'
    if (role) roles.set(account.id, role)
  }
  const now = app.now()
  const open = chats
    .filter(({ account, talkUntil }) => roles.has(account.id) && talkUntil !== null && talkUntil > now)
    .sort((one, other) => other.talkUntil!.getTime() - one.talkUntil!.getTime())
  return { roles, language: chats[0]?.language, talkId: open[0]?.talkId ?? null }
}
