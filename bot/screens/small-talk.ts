/** What a text outside of a form is about, if it is not the name of a product. */
export type SmallTalk = 'thanks' | 'greeting' | 'stock' | 'paid'

const thanks = /^(terima ?kasih|makasih|makasi|trims|thanks|thank you|thx|tq|suwun|hatur nuhun|oke?|ok siap|siap|sip)\b/
const paid = /\b(sudah|udah|dah|already)\s+(saya\s+|aku\s+)?(bayar|transfer|tf|paid)\b|\bbelum (masuk|diterima)\b/
const greetings =
  /\b(halo|hallo|hello|hai|hi|hey|pagi|siang|sore|malam|selamat|assalamu'?alaikum|permisi|punten|misi|kak|kakak|gan|bang|mas|mbak|min|admin|bro|sis|p)\b/g
const stockWords =
  /\b(ini|itu|apa|apakah|masih|ada|ready|tersedia|stok|stock|stoknya|readykah|is|this|still|available|do|you|have|in|the|any|kah|ya|dong|nih|gak|ga|nggak|tidak|kosong|habis)\b/g

/** Reads what people write to a shop; `rest` is what is left to be searched, empty where there is nothing. */
export function readSmallTalk(text: string): { is: SmallTalk | null; rest: string } {
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (paid.test(plain)) return { is: 'paid', rest: '' }
  if (thanks.test(plain)) return { is: 'thanks', rest: '' }
  const ungreeted = plain.replace(greetings, ' ').trim()
  const rest = ungreeted.replace(stockWords, ' ').replace(/\s+/g, ' ').trim()
  if (rest !== '') return { is: null, rest: ungreeted === plain && rest === plain ? text : rest }
  return { is: ungreeted === '' ? 'greeting' : 'stock', rest: '' }
}
