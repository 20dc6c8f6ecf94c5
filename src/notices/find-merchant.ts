import type { Needs } from '../needs.ts'
import { Membership, type Role } from '../people/membership.ts'
import { MerchantChat } from './merchant-chat.ts'

interface PersonInAccount {
  accountId: number
  personId: number
}

/** A Telegram user as a member of an account. */
interface ChatMember {
  /** The user; null if their chat is linked to the account itself, which makes them an owner. */
  userId: number | null
  role: Role
}

/** Returns the current role of a Telegram user in an account; null if they have none. */
export async function findMerchant(app: Needs<'em'>, person: PersonInAccount): Promise<Role | null> {
  return (await findChatMember(app, person))?.role ?? null
}

/** Returns the current membership of a Telegram user in an account; null if they have none. */
export async function findChatMember(
  app: Needs<'em'>,
  { accountId, personId }: PersonInAccount,
): Promise<ChatMember | null> {
  const em = app.em({ accountId })
  const chat = await em.findOne(MerchantChat, { account: accountId, chatId: personId })
  if (!chat) return null
  if (!chat.user) return { userId: null, role: 'owner' }
  const userId = chat.user.id
  const member = await em.findOne(Membership, { account: accountId, user: userId })
  return member && { userId, role: member.role }
}
