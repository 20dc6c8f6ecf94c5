import type { Needs } from '../needs.ts'
import { Membership, type Role } from '../people/membership.ts'
import { MerchantChat } from './merchant-chat.ts'

interface PersonInAccount {
  accountId: number
  personId: number
}

/** A person of Telegram as a member of an account. */
interface ChatMember {
  /** Null if their chat is linked to the account itself, which makes them an owner. */
  userId: number | null
  role: Role
}

/** Returns the role that a person of Telegram has in an account at this moment; null if they have none. */
export async function findMerchant(app: Needs<'em'>, person: PersonInAccount): Promise<Role | null> {
  return (await findChatMember(app, person))?.role ?? null
}

/** Returns the member of an account that a person of Telegram is at this moment; null if they are not one. */
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
