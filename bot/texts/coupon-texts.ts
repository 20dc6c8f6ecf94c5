import { formatRupiah } from '../../src/lib/money.ts'
import type { Language } from './texts.ts'

const id = {
  title: (shop: string) => `🎟 Kupon ${shop}`,
  none: 'Belum ada kupon yang berlaku.',
  line: (code: string, worth: string, used: number, max: number | null) =>
    `${code} · potongan ${worth} · terpakai ${used}${max === null ? '' : ` dari ${max}`}`,
  make: '➕ Buat kupon',
  end: (code: string) => `⏹ Akhiri ${code}`,
  askEnd: (code: string) => `Akhiri kupon ${code}? Pesanan yang sudah memakainya tetap dapat potongan.`,
  yes: '⏹ Ya, akhiri',
  no: '⬅️ Tidak jadi',
  which: 'Kupon toko yang mana?',
  ask:
    '🎟 Langkah 1 dari 3: ketik kodenya, misalnya HEMAT10. Sudah hafal caranya? Ketik sekaligus: HEMAT10 10% 50x. ' +
    'Tidak jadi? /batal',
  askWorth: (code: string) => `🎟 Langkah 2 dari 3: ${code} memotong berapa? Pilih, atau ketik 12% atau 7500.`,
  askUses: (code: string, worth: string) =>
    `🎟 Langkah 3 dari 3: ${code} (${worth}) bisa dipakai berapa kali? Pilih, atau ketik angkanya.`,
  endless: '♾ Tanpa batas',
  rupiah: (amount: number) => formatRupiah(amount),
  unread: 'Belum terbaca. Contohnya: HEMAT10 10%, NGOPI 5000, atau HEMAT10 10% 50x.',
  taken: (code: string) => `Kode ${code} sudah pernah dibuat. Pakai kode lain, ya.`,
  made: (code: string) => `✅ Kupon ${code} berlaku mulai sekarang. Bagikan kodenya ke pelanggan.`,
  ended: (code: string) => `Kupon ${code} sudah diakhiri.`,
}

export type CouponTexts = typeof id

const en: CouponTexts = {
  title: shop => `🎟 Coupons at ${shop}`,
  none: 'There are no active coupons.',
  line: (code, worth, used, max) => `${code} · ${worth} off · ${used}${max === null ? '' : ` of ${max}`} used`,
  make: '➕ Create a coupon',
  end: code => `⏹ End ${code}`,
  askEnd: code => `End coupon ${code}? Orders that already use it keep their discount.`,
  yes: '⏹ Yes, end it',
  no: '⬅️ Keep it',
  which: 'Which shop’s coupons?',
  ask:
    '🎟 Step 1 of 3: type the code, such as SAVE10. Know your way? Type it all at once: SAVE10 10% 50x. Changed your ' +
    'mind? /cancel',
  askWorth: code => `🎟 Step 2 of 3: how much does ${code} take off? Choose, or type 12% or 7500.`,
  askUses: (code, worth) => `🎟 Step 3 of 3: how often can ${code} (${worth}) be used? Choose, or type a number.`,
  endless: '♾ No limit',
  rupiah: amount => formatRupiah(amount),
  unread: 'I couldn’t read that. For example: SAVE10 10%, COFFEE 5000, or SAVE10 10% 50x.',
  taken: code => `The code ${code} has been used before. Please choose another one.`,
  made: code => `✅ Coupon ${code} is active. Share the code with your customers.`,
  ended: code => `Coupon ${code} has ended.`,
}

/** Texts for merchants who create and end coupons. */
export const couponTexts: Record<Language, CouponTexts> = { id, en }
