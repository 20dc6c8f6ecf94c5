import { isPhone } from '../../../src/lib/phone.ts'
import { normalizeSentence, spellOut } from './sentence-words.ts'
import type { Topic } from './topic.ts'
import { findTopic } from './topics.ts'

/** The subject of a text outside of a form that is not the name of a product. */
export type SmallTalk = Topic | 'thanks' | 'fine' | 'greeting' | 'stock' | 'address' | 'phone'

const thanks = [
  /^(?:(?:ok|oke|siap|sip|baik) )?(terima ?kasih|trima ?kasih|makasih|makasi|maksih|mksh|trims|thanks|thank you)\b/,
  /^(?:(?:ok|oke|siap|sip|baik) )?(thank u|tengkyu|tengkiu|thx|tq|ty|suwun|matur nuwun|hatur nuhun)\b/,
]
const listed = (words: string) => new Set(words.split(' '))
const fine = listed('ok oke okay okey siap sip mantap mantul keren baik noted great nice good perfect cool')
const afterFine = listed('ok oke siap sip lah deh banget bgt mantap mantul keren ya')
const address = /^(jl|jln|jalan|gg|gang|perum|perumahan|komplek|kompleks|kp|kampung|dusun)\b.*\d/
// Matches goods with an owner, which the customer already has: `kopi dingin` without one is something to buy.
const owned = /\p{L}{3}(?:nya|ku)(?= )|\p{L}{3} (?:saya|aku|gue|gw|sy|ini)(?= )|\b(?:my|the|this) ./u
const spoilt = / (?:dingin|asin|hambar|keras|cold|melted)\b/u
// Matches a number with 0, 62 or +62 in front; fewer digits are a postcode or an amount.
const phone = /^\s*(?:\+?62|0)[\s-]?8[\d\s().-]{8,16}$/
const addressMax = 500
// A longer text is a story for the seller, regardless of its words.
const readMax = 300
const greetings = [
  /\b(ha+l+o+|hallo|hello|hai|hi|hey|hei|hoi|woi|woy|oi|pagi|siang|sore|malam|selamat)\b/g,
  /\bgood (morning|afternoon|evening)\b/g,
  /\b(assalamu'?alaikum|permisi|punten|misi)\b/g,
  /\b(ka+k+|kakak|gan|bang|mas|mbak|mba|min|admin|bro|sis|p|guys|there)\b/g,
]
const stockWords = [
  /\b(ini|itu|mau|pengen|pesan|pesen|order|beli|berapa|brp|harga|harganya|apa|apakah|masih|ada|ready|readykah)\b/g,
  /\btersedia\b/g,
  /\b(stok|stock|stoknya|is|this|it|still|available|do|you|have|in|the|any|i|want|to|buy|how|much|tanya|nanya|dulu)\b/g,
  /\b(kah|ya|dong|nih|gak|ga|nggak|tidak|kosong|habis|please|tolong|minta)\b/g,
]

/** Interprets a message that a customer typed. `rest` is the text that remains to be searched for, possibly empty. */
export function readSmallTalk(text: string): { is: SmallTalk | null; rest: string } {
  const plain = normalizeSentence(text)
  if (address.test(plain) && text.length <= addressMax) return { is: 'address', rest: '' }
  if (phone.test(text) && isPhone(text)) return { is: 'phone', rest: '' }
  const topic = findTopic(spellOut(plain.slice(0, readMax)))
  if (topic !== null) return { is: topic, rest: '' }
  if (isSpoilt(plain)) return { is: 'complaint', rest: '' }
  const ungreeted = removePatterns(greetings, plain).replace(/\s+/g, ' ').trim()
  if (thanks.some(pattern => pattern.test(ungreeted))) return { is: 'thanks', rest: '' }
  if (isFine(ungreeted)) return { is: 'fine', rest: '' }
  const rest = removePatterns(stockWords, ungreeted).replace(/\s+/g, ' ').trim()
  if (rest !== '') return { is: null, rest: ungreeted === plain && rest === plain ? text : rest }
  return { is: ungreeted === '' ? 'greeting' : 'stock', rest: '' }
}

function isFine(text: string): boolean {
  const [first, ...others] = text.split(' ')
  return fine.has(first!) && others.every(word => afterFine.has(word))
}

// The first owner is enough: a pattern for both at once would search from each `my` to the end of a long message.
function isSpoilt(plain: string): boolean {
  const owner = owned.exec(plain)
  return owner !== null && spoilt.test(plain.slice(owner.index + owner[0].length))
}

function removePatterns(patterns: readonly RegExp[], text: string): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, ' '), text)
}
