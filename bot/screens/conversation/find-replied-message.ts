import type { Context } from 'grammy'
import type { Message } from 'grammy/types'

/**
 * Returns the message that the message with the pressed button answers; null if it was deleted, or answers no message.
 */
export function findRepliedMessage({ callbackQuery }: Context): Message | null {
  const message = callbackQuery?.message
  return message && 'reply_to_message' in message ? (message.reply_to_message ?? null) : null
}
