/** How often parts of a search are in the newest payments. */
export interface Glimpse {
  /** How many payments were looked at. */
  looked: number
  /** By the part as `plainOf` has it. */
  matches: ReadonlyMap<string, number>
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
 * common.
 */
export function rarePattern(text: string, { looked, matches }: Glimpse): string {
  const shareOf = (gram: string) => (looked === 0 ? 0 : (matches.get(plainOf(gram)) ?? looked) / looked)
  const characters = [...text]
  const shares = gramsAt(text).map(gram => (gram === null ? 1 : shareOf(gram)))
  const most = Math.max(rareShare, Math.min(helpfulShare, Math.min(...shares) * helpfulRatio))
  const isRare = shares.map(share => share <= most)
  if (!isRare.includes(true)) return patternOf([text])
  const parts: { start: number; end: number }[] = []
  for (const [start, isPart] of isRare.entries()) {
    if (!isPart) continue
    const end = start + gramLength
    const last = parts.at(-1)
    // Two parts that share a character stand in it once.
    if (last && start < last.end) last.end = end
    else parts.push({ start, end })
  }
  return patternOf(parts.map(({ start, end }) => characters.slice(start, end).join('')))
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
