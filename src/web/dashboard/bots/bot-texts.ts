import type { Language } from '../../parts/language.ts'

const id = {
  title: 'Bot dan chat',
  add: 'Tambah bot toko',
  steps: [
    'Buka @BotFather di Telegram dan kirim /newbot.',
    'Pilih nama dan username yang berakhiran "bot".',
    'Salin token yang diberikan BotFather dan tempel di sini.',
  ],
  token: 'Token bot',
  tokenHint: 'Bentuknya 123456:ABC... Disimpan terenkripsi dan tidak ditampilkan lagi.',
  modes: {
    test: 'Bot ini akan melayani mode uji: pesanannya dibayar dengan uang mainan.',
    live: 'Bot ini akan melayani mode live: pesanannya dibayar dengan uang sungguhan.',
  },
  open: 'Buka bot',
}

export type BotTexts = typeof id

const en: BotTexts = {
  title: 'Bots and chats',
  add: 'Add a shop bot',
  steps: [
    'Open @BotFather in Telegram and send /newbot.',
    'Choose a name, and a username that ends in "bot".',
    'Copy the token that BotFather gives you and paste it here.',
  ],
  token: 'Bot token',
  tokenHint: 'It looks like 123456:ABC... It is stored encrypted and not shown again.',
  modes: {
    test: 'This bot will serve test mode: its orders are paid with play money.',
    live: 'This bot will serve live mode: its orders are paid with real money.',
  },
  open: 'Open the bot',
}

export const botTexts: Record<Language, BotTexts> = { id, en }
