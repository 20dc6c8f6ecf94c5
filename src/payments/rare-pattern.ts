import { escapeLike } from '../lib/escape-like.ts'

/** How often parts of a search occur in the newest payments. */
export interface PartCounts {
  /** The number of payments examined. */
  looked: number
  /** The matches, by the part as returned by `toPlainText`. */
  matches: ReadonlyMap<string, number>
}

/** The estimate for a whole account of a known number of payments. */
export interface Estimate extends PartCounts {
  all: number
}

const gramLength = 3
const gramsMax = 32
const rareShare = 0.02
/**
 * Another part of the search is used if, compared with the rarest one, it excludes enough payments to be worth reading.
 * A part that is this many times as frequent still does.
 */
const helpfulRatio = 15
/** A part with a larger share matches nearly everything and excludes nothing. */
const helpfulShare = 0.5
/** Comparing this many payments directly is faster than reading another entry of the index. */
const fewEnough = 100

/**
 * Returns what the index distinguishes: lower-case letters and digits, and whether another character is beside them.
 */
export function toPlainText(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ' ')
}

/**
 * Returns the short plain parts of a search for which the trigram index has entries: those with two adjacent letters or
 * digits.
 */
export function listGrams(text: string): string[] {
  const grams = gramsAt(text).filter(gram => gram !== null)
  return [...new Set(grams.map(toPlainText))].slice(0, gramsMax)
}

/**
 * Returns a `like` pattern of the rare parts of a search. Common parts are left out, because the index entry of a part
 * that every payment has is as long as the table. Everything that matches the search matches this pattern too. Returns
 * the whole search if all of it is common; of a number, only the part that leaves few payments.
 */
export function makeRarePattern(text: string, { looked, matches, all }: Estimate): string {
  const shareOf = (gram: string) => (looked === 0 ? 0 : (matches.get(toPlainText(gram)) ?? looked) / looked)
  const characters = [...text]
  const shares = gramsAt(text).map(gram => (gram === null ? 1 : shareOf(gram)))
  const most = Math.max(rareShare, Math.min(helpfulShare, Math.min(...shares) * helpfulRatio))
  const rare = shares.flatMap((share, at) => (share <= most ? [at] : []))
  if (rare.length === 0) return makePattern([text])
  // At least one in a thousand: a part missing from the sample may have been missed by chance.
  const enough = fewDigits(
    rare,
    at => {
      const isNumber = /\p{N}/u.test(characters.slice(at, at + gramLength).join(''))
      return isNumber ? Math.max(shares[at]!, 1 / (looked + 1)) : null
    },
    fewEnough / all,
  )
  const chosen = new Set(enough ?? rare)
  const parts: { start: number; end: number }[] = []
  for (const start of chosen) {
    const end = start + gramLength
    const last = parts.at(-1)
    // Two overlapping parts are merged, so that their common characters appear once.
    if (last && start < last.end) last.end = end
    else parts.push({ start, end })
  }
  return makePattern(parts.map(({ start, end }) => characters.slice(start, end).join('')))
}

/**
 * Returns the indices of the rare parts that have digits and together leave the given share; undefined if they leave
 * more. Digits are distributed evenly, so the shares of parts without common digits can be multiplied, and each further
 * part would only be one more long index entry to read. This does not hold for words.
 */
function fewDigits(rare: number[], shareOf: (at: number) => number | null, share: number): number[] | undefined {
  const inTurn = rare
    .flatMap(at => {
      const own = shareOf(at)
      return own === null ? [] : [{ at, own }]
    })
    .sort((one, other) => one.own - other.own)
  const chosen: number[] = []
  let left = 1
  for (const { at, own } of inTurn) {
    if (chosen.some(other => Math.abs(other - at) < gramLength)) continue
    chosen.push(at)
    left *= own
    if (left <= share) return chosen.sort((one, other) => one - other)
  }
  return undefined
}

/** Returns a pattern for texts that contain these, in this order. */
export function makePattern(parts: string[]): string {
  return `%${parts.map(escapeLike).join('%')}%`
}

/** Returns the part of a search that begins at each of its characters; null if the index does not support it. */
function gramsAt(text: string): (string | null)[] {
  const characters = [...text]
  return characters.slice(0, 1 - gramLength || undefined).map((_, at) => {
    const gram = characters.slice(at, at + gramLength).join('')
    return /[\p{L}\p{N}]{2}/u.test(gram) ? gram : null
  })
}
