import type { Language } from '../../../web/parts/language.ts'

const id = {
  title: 'Kabar lewat e-mail',
  lead: 'Dapat e-mail saat pesanan atau tagihan ini dibayar, siap, dikirim, atau uangnya dikembalikan.',
  email: 'Alamat e-mailmu',
  ask: 'Kabari saya',
  saved: (email: string) =>
    `Kabarnya dikirim ke ${email}, kecuali alamat itu sudah berhenti menerima e-mail toko ini. ` +
    'Setiap e-mail punya tautan untuk berhenti.',
  back: 'Kembali ke pembayaran',
  gone: 'Pembayaran ini tidak ada',
  stopTitle: (shop: string) => `E-mail dari ${shop}`,
  stopText: (shop: string, email: string) => `${email} menerima kabar pesanan dari ${shop}.`,
  stopped: (shop: string, email: string) => `${email} tidak menerima e-mail dari ${shop} lagi.`,
  stop: 'Berhenti',
  again: 'Terima lagi',
  badLink: 'Tautan ini tidak lengkap. Buka lagi dari e-mailnya.',
}

const en: typeof id = {
  title: 'News by e-mail',
  lead: 'Get an e-mail when this order or bill is paid, ready, shipped or refunded.',
  email: 'Your e-mail address',
  ask: 'Keep me posted',
  saved: email =>
    `News goes to ${email}, unless that address has unsubscribed from this shop. Each e-mail has a link to stop it.`,
  back: 'Back to the payment',
  gone: 'There is no such payment',
  stopTitle: shop => `E-mail from ${shop}`,
  stopText: (shop, email) => `${email} gets news of orders from ${shop}.`,
  stopped: (shop, email) => `${email} will no longer get e-mail from ${shop}.`,
  stop: 'Unsubscribe',
  again: 'Subscribe again',
  badLink: 'This link is incomplete. Open it again from the e-mail.',
}

export const mailPageTexts: Record<Language, typeof id> = { id, en }
