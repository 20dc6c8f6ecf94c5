import type { Language } from '../../../../bot/texts/texts.ts'

const id = {
  use: '🎟 Pakai kupon',
  own: (amount: string) => `🎁 Hemat ${amount} dengan kuponmu`,
  remove: '🎟 Lepas kupon',
  ask: '🎟 Ketik kode kuponnya. Tidak jadi? /batal',
  again: (problem: string) => `${problem}\n\nKetik kode yang lain, atau /batal.`,
  taken: (code: string, discount: string) => `🎟 Kupon ${code} terpakai: hemat ${discount}.`,
  promotion: 'Punya kode kupon? Masukkan di halaman pesananmu lewat “🎟 Pakai kupon”.',
  invitation: (amount: string) => `Undang teman: kalian berdua dapat kupon ${amount}.`,
}

const en: typeof id = {
  use: '🎟 Use a coupon',
  own: amount => `🎁 Save ${amount} with your coupon`,
  remove: '🎟 Remove coupon',
  ask: '🎟 Type the coupon code. Changed your mind? /cancel',
  again: problem => `${problem}\n\nType another code, or /cancel.`,
  taken: (code, discount) => `🎟 Coupon ${code} applied: you save ${discount}.`,
  promotion: 'Have a coupon code? Enter it on your order page with “🎟 Use a coupon”.',
  invitation: amount => `Invite a friend: you both get a coupon of ${amount}.`,
}

/** Texts for customers who use a coupon. */
export const couponUseTexts: Record<Language, typeof id> = { id, en }
