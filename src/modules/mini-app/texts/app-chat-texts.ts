import type { Language } from '../../../../bot/texts/texts.ts'

interface BotAppTexts {
  /** Shown on the first screen, and above the results of an inline query. */
  open: string
  /** Telegram's button beside the input field, which is narrow. */
  menuButton: string
}

export const botAppTexts: Record<Language, BotAppTexts> = {
  id: { open: '🛍 Buka menu toko', menuButton: 'Menu' },
  en: { open: '🛍 Open the shop', menuButton: 'Menu' },
}
