/** An amount in a bank's list. */
export interface ListMoney {
  /** The amount in hundredths of a rupiah; negative if a sign or brackets indicate that. */
  cents: number
  /** The direction indicated by letters after the amount: `CR`, `DB`, `K`, `D`; null without them. */
  direction: 'in' | 'out' | null
}

/**
 * Reads an amount as banks write them: `1,250,000.00`, `1.250.000,00`, `Rp 100.000`, `50.000,-`, `250,000.00 CR`,
 * `.00`, `-50000`, `(1.500,00)`. Null if the text is not such an amount, for example one in another currency.
 */
export function readMoney(text: string): ListMoney | null {
  // "50.000,-" has no cents; minus signs come in several forms.
  const plain = text
    .replaceAll(/\s/g, '')
    .replace(/,-(?=\D{0,3}$)/, '')
    .replaceAll('\u2212', '-')
  const [, open = '', sign = '', number = '', close = '', behind = ''] = shape.exec(plain) ?? []
  const cents = readCents(number.replaceAll(/[+-]/g, ''))
  if (cents === null || (open === '(') !== (close === ')')) return null
  if (sign !== '' && /^[+-]|-$/.test(number)) return null
  const isNegative = open === '(' || sign === '-' || /^-|-$/.test(number)
  return { cents: isNegative ? -cents : cents, direction: readDirection(behind) }
}

const shape = /^(?:IDR|Rp\.?)?(\(?)([+-]?)(?:IDR|Rp\.?)?([+-]?[\d.,]{1,30}-?)(\)?)(CR|DB|K|D|KR)?$/i

/** Returns the direction that a word of a list means; null for any other word. */
export function readDirection(word: string): ListMoney['direction'] {
  const plain = word.trim().toLowerCase()
  if (insWords.has(plain)) return 'in'
  return outWords.has(plain) ? 'out' : null
}

const insWords = new Set(['cr', 'k', 'kr', 'kredit', 'credit', 'c', 'masuk', 'uang masuk', 'dana masuk', '+'])
const outWords = new Set(['db', 'd', 'dr', 'debit', 'debet', 'keluar', 'uang keluar', 'dana keluar', '-'])

function readCents(number: string): number | null {
  if (!/\d/.test(number)) return null
  const [, whole = '', point = '', decimals = ''] = /^(.*?)(?:([.,])(\d{1,2}))?$/.exec(number)!
  if (!isGrouped(whole) || (point !== '' && whole.includes(point))) return null
  const digits = whole.replaceAll(/[.,]/g, '')
  const cents = Number(digits || 0) * 100 + Number(decimals.padEnd(2, '0'))
  return Number.isSafeInteger(cents) ? cents : null
}

/** Returns whether the digits have at most one kind of separator, always followed by three digits. */
function isGrouped(whole: string): boolean {
  return /^\d*$/.test(whole) || /^\d{1,3}(?:\.\d{3})+$/.test(whole) || /^\d{1,3}(?:,\d{3})+$/.test(whole)
}
