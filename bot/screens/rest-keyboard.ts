import type { WarungFlavor } from '../context.ts'
import type { Keyboard } from '../telegram/message.ts'
import { homeTexts } from '../texts/home-texts.ts'

/** The keyboard of a chat in which nothing is being asked: a merchant's stays, a customer has none. */
export function restKeyboard({ bot, language }: Pick<WarungFlavor, 'bot' | 'language'>): Keyboard {
  if (bot.accountId !== null) return 'remove'
  const { pesanan, stok, uang, statistik, menu } = homeTexts[language].keyboard
  return { rows: [[pesanan, stok], [uang, statistik], [menu]] }
}
