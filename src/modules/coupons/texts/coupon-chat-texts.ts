import type { Language } from '../../../../bot/texts/texts.ts'
import { formatRupiah } from '../../../lib/money.ts'

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
  askTerms: 'Ada syaratnya? Tambahkan, atau buat sekarang.',
  makeNow: '✅ Buat sekarang',
  noTerm: '🗑 Tanpa syarat ini',
  products: 'Barang tertentu',
  askProducts: 'Untuk barang apa saja? Ketik namanya, pisahkan dengan koma.',
  unreadTerm: {
    rupiah: 'Belum terbaca. Ketik rupiah bulat, misalnya 50.000.',
    count: 'Belum terbaca. Ketik angka, misalnya 1.',
    day: 'Belum terbaca. Ketik seperti 31/12/2026.',
    over: 'Tanggal itu sudah lewat, atau sebelum hari pertamanya.',
    text: 'Belum terbaca. Ketik ulang, ya.',
    products: (max: number) => `Ketik nama barangnya, paling banyak ${max}, dengan koma di antaranya.`,
    unknown: (name: string) => `Tidak ada barang bernama “${name}”. Ketik seperti di katalog, dengan koma.`,
  },
  hasProducts: (count: number) => `untuk ${count} barang`,
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
  askTerms: 'Any terms? Add them, or create it now.',
  makeNow: '✅ Create it now',
  noTerm: '🗑 Without this term',
  products: 'Some products',
  askProducts: 'For which products? Type their names with commas between.',
  unreadTerm: {
    rupiah: 'I couldn’t read that. Type whole rupiah, such as 50.000.',
    count: 'I couldn’t read that. Type a number, such as 1.',
    day: 'I couldn’t read that. Type it such as 31/12/2026.',
    over: 'That day is over, or before its first day.',
    text: 'I couldn’t read that. Please type it again.',
    products: max => `Type names of products, at most ${max}, with commas between.`,
    unknown: name => `There is no product named “${name}”. Type it as in the catalogue, with commas between.`,
  },
  hasProducts: count => `for ${count} ${count === 1 ? 'product' : 'products'}`,
  rupiah: amount => formatRupiah(amount),
  unread: 'I couldn’t read that. For example: SAVE10 10%, COFFEE 5000, or SAVE10 10% 50x.',
  taken: code => `The code ${code} has been used before. Please choose another one.`,
  made: code => `✅ Coupon ${code} is active. Share the code with your customers.`,
  ended: code => `Coupon ${code} has ended.`,
}

/** Texts for merchants who create and end coupons. */
export const couponTexts: Record<Language, CouponTexts> = { id, en }
