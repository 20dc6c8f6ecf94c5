import type { Language } from './texts.ts'

const id = {
  how: '🧾 Ketik nominal dan untuk apa, misalnya /tagih 50000 kopi. Kamu dapat tautan yang bisa dikirim ke siapa saja.',
  command: '/tagih',
  whichShop: 'Chat ini terhubung ke beberapa toko. Salin baris toko yang kamu maksud, lalu kirim:',
  copyFor: (shop: string) => `📋 ${shop}`,
  made: (amount: string, title: string) => `🧾 Tagihan ${amount}: ${title}`,
  link: 'Kirim tautan ini ke pembayarnya. Pembayaran baru dibuat saat dia menekan tombolnya:',
  copy: '📋 Salin tautan',
  whatsApp: '💬 Kirim lewat WhatsApp',
  page: '🔗 Buka tagihan',
  close: '⏹ Tutup tagihan',
  askClose: (title: string) => `Tutup tagihan “${title}”? Setelah itu tidak bisa dibayar lagi.`,
  yes: '⏹ Ya, tutup',
  no: '⬅️ Tidak jadi',
  closed: (title: string) => `Tagihan “${title}” sudah ditutup.`,
  paid: (title: string) => `Tagihan “${title}” sudah lunas.`,
}

export type BillTexts = typeof id

const en: BillTexts = {
  how: '🧾 Type an amount and what it is for, such as /bill 50000 coffee. You get a link to send to anybody.',
  command: '/bill',
  whichShop: 'This chat is linked to several shops. Copy the line of the shop that you mean, and send it:',
  copyFor: shop => `📋 ${shop}`,
  made: (amount, title) => `🧾 Bill of ${amount}: ${title}`,
  link: 'Send this link to whoever pays. A payment is made when they press the button:',
  copy: '📋 Copy the link',
  whatsApp: '💬 Send by WhatsApp',
  page: '🔗 Open the bill',
  close: '⏹ Close the bill',
  askClose: title => `Close the bill “${title}”? It can no longer be paid then.`,
  yes: '⏹ Yes, close it',
  no: '⬅️ Keep it',
  closed: title => `The bill “${title}” is closed.`,
  paid: title => `The bill “${title}” is paid.`,
}

/** Texts for merchants who ask somebody to pay. */
export const billTexts: Record<Language, BillTexts> = { id, en }
