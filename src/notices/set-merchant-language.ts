import type { Needs } from '../needs.ts'
import { MerchantChat } from './merchant-chat.ts'

/** Stores the language of messages to a merchant in a chat, for all accounts linked to it. */
export async function setMerchantLanguage(app: Needs<'em'>, chatId: number, language: 'id' | 'en'): Promise<void> {
  await app.em('installation').nativeUpdate(MerchantChat, { chatId }, { language })
}
