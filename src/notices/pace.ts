import { setTimeout as pause } from 'node:timers/promises'

const botEveryMs = 40
const botBurst = 10
const chatEveryMs = 1_000
const chatBurst = 4
const forgetAbove = 10_000

// When the next message may leave, as if each before it had kept its distance (the "virtual schedule" of a leaky bucket).
const botSlots = new Map<number, number>()
const chatSlots = new Map<string, number>()

/**
 * Waits until the bot may speak in this chat: about 25 messages a second for a bot and one a second for a chat, after a
 * short burst. A courtesy of this process that spares 429s; what Telegram answers is what counts.
 */
export async function takePace(botId: number, chatId: number): Promise<void> {
  const now = Date.now()
  const waitMs = Math.max(
    take(botSlots, botId, now, botEveryMs, botBurst),
    take(chatSlots, `${botId}:${chatId}`, now, chatEveryMs, chatBurst),
  )
  if (waitMs > 0) await pause(waitMs)
}

function take<Key>(slots: Map<Key, number>, key: Key, now: number, everyMs: number, burst: number): number {
  const slot = Math.max(slots.get(key) ?? 0, now - everyMs * (burst - 1))
  slots.set(key, slot + everyMs)
  if (slots.size > forgetAbove) {
    for (const [old, at] of slots) if (at < now) slots.delete(old)
  }
  return Math.max(0, slot - now)
}
