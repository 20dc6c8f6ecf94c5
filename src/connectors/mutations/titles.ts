import { isMoreThanName } from './doubt.ts'
import { lowerCaseAtoZ, splitTokens } from './tokens.ts'
import { titleBrands, titleWords } from './words.ts'

export interface TitleReading {
  /** Whether the title itself says that money came in. */
  isIncoming: boolean
  /** Whether the title is not one of the app's own and only says that something succeeded, as for a purchase. */
  isOutcome: boolean
  /** The amounts in the title; the sentence must contain the same one. */
  amounts: number[]
}

const incoming = new Set([
  'penerimaan',
  'masuk',
  'diterima',
  'terima',
  'menerima',
  'received',
  'incoming',
  'in',
  'bertambah',
])

/**
 * Reads a title that apps give to notifications about money; null for any other, such as the name of a chat partner.
 * `ownTitles` are titles of the app with another structure. Titles are compared as written, not as displayed: a
 * stranger whose name is a title plus an invisible character must not pass.
 */
export function readTitle(title: string, ownTitles: readonly string[]): TitleReading | null {
  if (title === '') return { isIncoming: false, isOutcome: false, amounts: [] }
  const lower = lowerCaseAtoZ(title)
  const pattern = withoutAmount(lower)
  const isKnown = ownTitles.some(title => lowerCaseAtoZ(title) === lower || lowerCaseAtoZ(title) === pattern)
  if (!isKnown && !isBuiltOfTitleWords(lower) && !namesPayer(title)) return null
  const tokens = splitTokens(lower)
  const isIncoming = tokens.some(token => incoming.has(token.lower))
  return {
    isIncoming,
    isOutcome: !isKnown && !isIncoming && tokens.some(token => outcomes.has(token.lower)),
    amounts: tokens.flatMap(({ amount }) => (amount === null ? [] : [amount])),
  }
}

function isBuiltOfTitleWords(lower: string): boolean {
  if (titleBrands.has(lower)) return true
  const words = withoutBrand(withoutAmount(lower))
    .split(' ')
    .filter(word => word !== '{amount}')
  if (!words.every(word => titleWords.has(word) || titleBrands.has(word))) return false
  return (
    words.some(word => incoming.has(word) || outcomes.has(word)) ||
    words.every(word => neutral.has(word) || titleBrands.has(word))
  )
}

const withoutAmount = (lower: string) =>
  lower.replace(/(?<![a-z\d])(?:rp|idr)\.? ?\d(?:[\d.,]*\d)?(?![a-z\d])/, '{amount}')

const outcomes = new Set(['berhasil', 'sukses', 'success', 'successful'])

/** Returns "BSI Mobile Uang Masuk" or "Transfer Masuk Bank Jago" without the app's own name. */
function withoutBrand(lower: string): string {
  const first = longestFirst.find(name => lower.startsWith(`${name} `) || lower.startsWith(`${name}: `))
  if (first !== undefined) return lower.slice(first.length).replace(/^:? /, '')
  const last = longestFirst.find(name => lower.endsWith(` ${name}`))
  return last === undefined ? lower : lower.slice(0, -last.length - 1)
}

const longestFirst = [...titleBrands].toSorted((one, other) => other.length - one.length)

const neutral = new Set([
  'notification',
  'notifikasi',
  'transaksi',
  'info',
  'mutasi',
  'rekening',
  'catatan',
  'finansial',
  'merchant',
  'qris',
])

/** Matches a title such as "Uang masuk dari BUDI". */
function namesPayer(title: string): boolean {
  const name = /^(?:Dana|Uang|Transfer|Pembayaran) [Mm]asuk dari (.+)$/.exec(title)?.[1]
  return name !== undefined && !isMoreThanName(name)
}
