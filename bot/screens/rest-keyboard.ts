import { listAdditions } from '../../src/slots.ts'
import type { WarungFlavor } from '../context.ts'
import type { Keyboard } from '../telegram/message.ts'
import { homeTexts } from '../texts/home-texts.ts'

/**
 * Returns the keyboard of a chat without an open question. A merchant keeps a keyboard; a customer does not have one.
 */
export function idleKeyboard({ app, bot, language }: Pick<WarungFlavor, 'app' | 'bot' | 'language'>): Keyboard {
  if (bot.accountId !== null) return 'remove'
  const { pesanan, stok, uang, menu } = homeTexts[language].keyboard
  const added = listAdditions(app, 'keyboardWords').map(({ text }) => text[language])
  return { rows: [[pesanan, stok], [uang, ...added], [menu]] }
}
