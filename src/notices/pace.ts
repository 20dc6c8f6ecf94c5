import { setTimeout as pause } from 'node:timers/promises'

const botPace = { everyMs: 40, burst: 10 }
const chatPace = { everyMs: 1_000, burst: 4 }
const forgetAbove = 10_000

// When the next message may be sent, as if each previous one had kept its distance (the "virtual schedule" of a leaky
// bucket).
const botSlots = new Map<number, number>()
const chatSlots = new Map<string, number>()

/**
 * Waits until the bot may send in this chat: about 25 messages a second per bot and one per chat, after a short burst.
 * It only avoids 429s; Telegram's answers decide.
 */
export async function waitForPace(botId: number, chatId: number): Promise<void> {
  const waitMs = Math.max(takeSlot(botSlots, botId, botPace), takeSlot(chatSlots, `${botId}:${chatId}`, chatPace))
  if (waitMs > 0) await pause(waitMs)
}

interface Pace {
  everyMs: number
  burst: number
}

function takeSlot<Key>(slots: Map<Key, number>, key: Key, { everyMs, burst }: Pace): number {
  const now = Date.now()
  const slot = Math.max(slots.get(key) ?? 0, now - everyMs * (burst - 1))
  slots.set(key, slot + everyMs)
  if (slots.size > forgetAbove) {
    for (const [old, at] of slots) if (at < now) slots.delete(old)
  }
  return Math.max(0, slot - now)
}
