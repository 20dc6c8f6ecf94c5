import { randomBytes } from 'node:crypto'
import { randomToken } from '../../lib/ids.ts'

/** No bot of Telegram has this id; the trigger `notice_nobody` drops what would be written through it. */
export const noBot = 0

/** The columns of a customer who has no chat and so receives no messages. The caller adds the account and the name. */
export function chatlessColumns(createdAt: Date) {
  // Below every id that Telegram gives to a person, and the same of no other customer.
  const nobody = -1 - randomBytes(6).readUIntBE(0, 6)
  return {
    botId: noBot,
    telegramUserId: nobody,
    chatId: nobody,
    phone: null,
    address: null,
    language: null,
    blockedAt: createdAt,
    promoStoppedAt: createdAt,
    token: randomToken(),
    createdAt,
  }
}
