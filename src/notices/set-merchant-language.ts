import type { Needs } from '../needs.ts'
import { MerchantChat } from './merchant-chat.ts'

/** Keeps the language in which a merchant is written to in a chat, whichever accounts it is linked to. */
export async function setMerchantLanguage(app: Needs<'em'>, chatId: number, language: 'id' | 'en'): Promise<void> {
  await app.em('installation').nativeUpdate(MerchantChat, { chatId }, { language })
}
