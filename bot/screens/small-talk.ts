/** The subject of a text outside of a form that is not the name of a product. */
export type SmallTalk = 'thanks' | 'fine' | 'greeting' | 'stock' | 'paid' | 'order' | 'how' | 'question' | 'address'

const thanks = /^(terima ?kasih|makasih|makasi|trims|thanks|thank you|thx|tq|suwun|hatur nuhun)\b/
const fine = /^(ok|oke|okay|ok siap|siap|sip|sip lah|mantap|baik)$/
const paid = /\b(sudah|udah|dah|already)\s+(saya\s+|aku\s+)?(bayar|transfer|tf|paid)\b|\bbelum (masuk|diterima)\b/
const bought = /\b(pesanan|orderan|paket)(ku|nya)?\b/
const whereItIs = /\b(mana|sampai|sampe|dikirim|kapan|belum|gimana)\b/
const order = [
  /\b(kapan|belum|udah|sudah) (sampai|sampe|nyampe|dikirim)\b/,
  /\b(nomor |no )resi|\bresi(nya|ku)\b/,
  /\bwhere is my (order|parcel|package)\b|\btracking number\b/,
]
const how = /\b(cara|caranya|gimana|bagaimana) (pesan|order|beli|bayar)(nya)?\b|\bhow (do i|to|can i) (order|buy|pay)\b/
// Questions about the shop itself; a product could hardly have such a name.
const question = [
  /\b(ongkir|ongkirnya|ongkos kirim|ongkos kirimnya|bayar di tempat|(kirim|antar|diantar) ke)\b/,
  /\b((bisa|boleh|terima|ada) (cod|nego|retur|refund)|buka jam|jam buka|jam berapa)\b/,
  /\b((toko|tokonya|lokasi|lokasinya|alamat|alamatnya) (di mana|dimana))\b/,
  /\b(di ?mana (toko|tokonya|lokasi|lokasinya|alamat|alamatnya))\b/,
  /\b(shipping (cost|fee)|how much is (the )?(shipping|delivery)|opening hours|what time)\b/,
  /\b(where (are you|is (the|your) (shop|store))|cash on delivery)\b/,
]
const address = /^(jl|jln|jalan|gg|gang|perum|perumahan|komplek|kompleks|kp|kampung|dusun)\b.*\d/
const addressMax = 500
const greetings = [
  /\b(halo|hallo|hello|hai|hi|hey|pagi|siang|sore|malam|selamat|assalamu'?alaikum|permisi|punten|misi)\b/g,
  /\b(kak|kakak|gan|bang|mas|mbak|min|admin|bro|sis|p)\b/g,
]
const stockWords = [
  /\b(ini|itu|mau|pengen|pesan|order|beli|berapa|harga|harganya|apa|apakah|masih|ada|ready|readykah|tersedia)\b/g,
  /\b(stok|stock|stoknya|is|this|still|available|do|you|have|in|the|any)\b/g,
  /\b(kah|ya|dong|nih|gak|ga|nggak|tidak|kosong|habis)\b/g,
]

/** Reads what people write to a shop; `rest` is what is left to be searched, empty where there is nothing. */
export function readSmallTalk(text: string): { is: SmallTalk | null; rest: string } {
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (paid.test(plain)) return { is: 'paid', rest: '' }
  if (address.test(plain) && text.length <= addressMax) return { is: 'address', rest: '' }
  if (isAny(order, plain) || asksWhere(plain)) return { is: 'order', rest: '' }
  if (how.test(plain)) return { is: 'how', rest: '' }
  if (isAny(question, plain)) return { is: 'question', rest: '' }
  if (thanks.test(plain)) return { is: 'thanks', rest: '' }
  const ungreeted = without(greetings, plain).trim()
  if (fine.test(ungreeted)) return { is: 'fine', rest: '' }
  const rest = without(stockWords, ungreeted).replace(/\s+/g, ' ').trim()
  if (rest !== '') return { is: null, rest: ungreeted === plain && rest === plain ? text : rest }
  return { is: ungreeted === '' ? 'greeting' : 'stock', rest: '' }
}

// Two patterns in a row, because a single one would scan a long text again from each word.
function asksWhere(plain: string): boolean {
  const at = plain.search(bought)
  return at >= 0 && whereItIs.test(plain.slice(at))
}

function isAny(patterns: readonly RegExp[], text: string): boolean {
  return patterns.some(pattern => pattern.test(text))
}

function without(patterns: readonly RegExp[], text: string): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, ' '), text)
}
