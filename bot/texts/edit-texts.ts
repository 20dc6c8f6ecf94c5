import type { Language } from './texts.ts'

/** The reply to a person who edits a message after sending it. */
export const editTexts: Record<Language, { unread: string }> = {
  id: { unread: 'Perubahan pada pesan yang sudah terkirim tidak terbaca di sini. Kirim lagi yang benar, ya.' },
  en: { unread: 'Changes to a message that you have already sent aren’t read here. Please send the right one again.' },
}
