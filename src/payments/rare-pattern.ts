/** How often parts of a search are in the newest payments. */
export interface Glimpse {
  /** How many payments were looked at. */
  looked: number
  /** By the part as `plainOf` has it. */
  matches: ReadonlyMap<string, number>
}

/** The same of an account with so many payments. */
export interface Estimate extends Glimpse {
  all: number
}

const gramLength = 3
const gramsMax = 32
const rareShare = 0.02
/**
 * A part that so many times as many payments have as the rarest still leaves out enough of these to be worth reading.
 */
const helpfulRatio = 15
/** More than that is nearly everything, and leaves out nothing. */
const helpfulShare = 0.5
/** So few payments are compared whole sooner than the index tells them apart by another of its entries. */
const fewEnough = 100

/** Returns what the index tells apart: small letters and digits, and whether something else stands beside them. */
export function plainOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ' ')
}

/**
 * The short parts of a search, plain, for which the index of trigrams has entries: two letters or digits stand side by
 * side in them.
 */
export function gramsOf(text: string): string[] {
  const grams = gramsAt(text).filter(gram => gram !== null)
  return [...new Set(grams.map(plainOf))].slice(0, gramsMax)
}

/**
 * The pattern of what is rare in a search: its common parts left out, because an entry of the index that every payment
 * has is as long as the table. Whatever matches the search matches this too. The whole search where all of it is
 * common; of a number only as much as leaves few payments.
 */
export function rarePattern(text: string, { looked, matches, all }: Estimate): string {
  const shareOf = (gram: string) => (looked === 0 ? 0 : (matches.get(plainOf(gram)) ?? looked) / looked)
  const characters = [...text]
  const shares = gramsAt(text).map(gram => (gram === null ? 1 : shareOf(gram)))
  const most = Math.max(rareShare, Math.min(helpfulShare, Math.min(...shares) * helpfulRatio))
  const rare = shares.flatMap((share, at) => (share <= most ? [at] : []))
  if (rare.length === 0) return patternOf([text])
  // One of a thousand at least: what was not seen may have been left out by chance.
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
    // Two parts that share a character stand in it once.
    if (last && start < last.end) last.end = end
    else parts.push({ start, end })
  }
  return patternOf(parts.map(({ start, end }) => characters.slice(start, end).join('')))
}

/**
 * Returns those of the rare parts of a search, by their places, that have digits and together leave so small a share;
 * undefined where they do not. Digits come in all orders alike, so parts that share none of them are as rare together
 * as their shares multiplied; every further one is an entry of the index as long as these, read for nothing. Words are
 * not so.
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

/** Matches texts that contain these, in this order. */
export function patternOf(parts: string[]): string {
  return `%${parts.map(part => part.replace(/[\\%_]/g, '\\$&')).join('%')}%`
}

/** The part of a search that begins at each of its characters; null for one that the index does not know. */
function gramsAt(text: string): (string | null)[] {
  const characters = [...text]
  return characters.slice(0, 1 - gramLength || undefined).map((_, at) => {
    const gram = characters.slice(at, at + gramLength).join('')
    return /[\p{L}\p{N}]{2}/u.test(gram) ? gram : null
  })
}
