import type { Needs } from '../needs.ts'
import { Membership, type Role } from '../people/membership.ts'
import { MerchantChat } from './merchant-chat.ts'

/** The role that a person of Telegram has in an account at this moment; null for none. */
export async function findMerchant(
  app: Needs<'em'>,
  { accountId, personId }: { accountId: number; personId: number },
): Promise<Role | null> {
  const em = app.em({ accountId })
  const chat = await em.findOne(MerchantChat, { account: accountId, chatId: personId })
  if (!chat) return null
  // A chat without a user is linked to the account itself.
  if (!chat.user) return 'owner'
  const member = await em.findOne(Membership, { account: accountId, user: chat.user.id })
  return member?.role ?? null
}
