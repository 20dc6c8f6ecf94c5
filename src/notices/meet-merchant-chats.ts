import type { Needs } from '../needs.ts'
import { MerchantChat } from './merchant-chat.ts'
import { reviveNotices } from './unreachable.ts'

/** The accounts that are linked to the chat that just wrote, and what was owed to it again where it had blocked the bot. */
export async function meetMerchantChats(
  app: Needs<'em' | 'now' | 'wake'>,
  { botId, chatId }: { botId: number; chatId: number },
): Promise<MerchantChat[]> {
  const em = app.em('installation')
  const chats = await em.find(MerchantChat, { chatId })
  if (chats.some(chat => chat.blockedAt !== null)) {
    await em.nativeUpdate(MerchantChat, { chatId }, { blockedAt: null })
    await reviveNotices(app, { botId, chatId })
  }
  return chats
}
