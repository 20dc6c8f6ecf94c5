import { randomBytes } from 'node:crypto'
import { generateToken } from '../../lib/ids.ts'

/** An id that no bot has; the trigger `notice_nobody` drops notices for it. */
export const noBotId = 0

/**
 * Returns the columns of a customer without a chat, who receives no messages. The caller adds the account and the name.
 */
export function makeChatlessColumns(createdAt: Date) {
  // Below all ids that Telegram assigns, and unique to the customer.
  const nobody = -1 - randomBytes(6).readUIntBE(0, 6)
  return {
    botId: noBotId,
    telegramUserId: nobody,
    chatId: nobody,
    phone: null,
    address: null,
    language: null,
    blockedAt: createdAt,
    promoStoppedAt: createdAt,
    token: generateToken(),
    createdAt,
  }
}
