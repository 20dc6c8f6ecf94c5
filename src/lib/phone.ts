import { listCaseSpellings } from './list-case-spellings.ts'

/** The replacements, in order, that turn a written phone number into digits. */
const steps: readonly [pattern: RegExp, by: string][] = [
  [/[^0-9+]/g, ''],
  [/^0([1-9])/, '62$1'],
  // Also without its leading 0; after a plus it could be another country's.
  [/^(8[0-9]{8,11})$/, '62$1'],
  [/[^0-9]/g, ''],
  [/^00/, ''],
  // As in +62 (0)812.
  [/^620/, '62'],
]

/**
 * Returns the digits of a phone number, independent of its notation: 628123456789 for `0812-345-6789` and `+62 812 345
 * 6789`.
 */
export function extractPhoneDigits(text: string): string {
  return steps.reduce((text, [pattern, by]) => text.replace(pattern, by), text)
}

/**
 * Returns the SQL expression that reduces a text column to the digits of a phone number, using PostgreSQL's regular
 * expressions.
 */
export function phoneDigitsSql(column: string): string {
  return steps.reduce((text, [{ source }, by]) => {
    const all = source.startsWith('^') ? '' : ", 'g'::text"
    return `regexp_replace(${text}, '${source}'::text, '${by.replace('$', '\\')}'::text${all})`
  }, column)
}

const phoneLike = /^[+(]?[\d\s().+/-]+$/
const digitsMin = 3

/**
 * Returns the spellings to search for: the text itself and, if it could be a phone number or a part of one, its digits
 * as stored and as typed.
 */
export function listPhoneSpellings(search: string): string[] {
  const bare = search.replace(/\D/g, '')
  if (!phoneLike.test(search.trim()) || bare.length < digitsMin) return listCaseSpellings(search)
  const spellings = [...new Set([search, extractPhoneDigits(search), bare])]
  // A spelling that contains another one finds nothing more.
  return spellings.filter(one => !spellings.some(other => other !== one && one.includes(other)))
}

/** The maximum length of a stored phone number, as written. */
const phoneCharactersMax = 32
/** Matches an Indonesian mobile number with too few digits, such as 0811-123-456. */
const cutMobile = /^628\d{0,7}$/
const link = /^(?:tel:|(?:https?:\/\/)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=))/i
/** Matches a label such as `No. WA: ` before a number in a copied message. */
const label = /^(?:(?:no|nomor|telp|tel|tlp|hp|wa|whatsapp|phone)\b[\s.:]*){1,3}(?=[+(\d])/i

/**
 * Returns a phone number of 8 to 15 digits (at least 10 for an Indonesian mobile) as it is stored, or null if the text
 * is not one. It accepts what people paste: invisible characters, dashes of any kind, wide digits, links for calls or
 * chats, a label before it, and a name in brackets.
 */
export function readPhone(text: string): string | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
    .replace(link, '')
    .replace(label, '')
    .replace(/[?&#].*$/s, '')
    .replace(/\([^()]*\)/g, part => (/^[^\d\p{L}]*\p{L}/u.test(part) ? '' : part))
    // A slash after an area or mobile prefix; between two complete numbers it would merge them.
    .replace(/^(\+?\d{2,5})\/(?=\d)/, '$1-')
    .replace(/^(\+?\d{2,5}-\d{3,4})\/(?=\d)/, '$1-')
    .replace(/\s+/g, ' ')
    .trim()
  const digits = plain.replace(/\D/g, '')
  const isOne = plain.length <= phoneCharactersMax && /^\+?[\d ().-]+$/.test(plain)
  return isOne && digits.length >= 8 && digits.length <= 15 && !cutMobile.test(extractPhoneDigits(plain)) ? plain : null
}

/** Returns an Indonesian mobile number in any notation as `081234567890`, or null if the text is not one. */
export function formatLocalNumber(text: string): string | null {
  const digits = extractPhoneDigits(readPhone(text) ?? '')
  return /^628\d{7,11}$/.test(digits) ? `0${digits.slice(2)}` : null
}

/** Returns a phone number as it is stored. Any other text is returned unchanged, for the caller to refuse. */
export function normalizePhone(text: string): string {
  return readPhone(text) ?? text
}

/** Returns the answer for a field as it is stored, or null if it is empty. */
export function readAnswer(field: string, input = ''): string | null {
  const answer = input.trim()
  return (field === 'phone' ? normalizePhone(answer) : answer) || null
}

/** Returns whether a text is a phone number that `readPhone` accepts. */
export function isPhone(text: string): boolean {
  return readPhone(text) !== null
}

/** Returns the address that calls a number in any notation. */
export function makeTelLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}

/**
 * Returns the address that opens WhatsApp for a phone number in any notation, optionally with a prepared text. Without
 * a valid number WhatsApp asks the sender to pick a chat.
 */
export function makeWhatsAppLink(phone: string | null, text?: string): string {
  const digits = extractPhoneDigits(phone ?? '')
  const to = /^[1-9]\d{7,14}$/.test(digits) ? digits : ''
  return `https://wa.me/${to}${text === undefined ? '' : `?text=${encodeURIComponent(text)}`}`
}
