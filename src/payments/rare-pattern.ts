/** How often parts of a search are in the newest payments. */
export interface Glimpse {
  /** How many payments were looked at. */
  looked: number
  matches: ReadonlyMap<string, number>
}

const gramLength = 3
const gramsMax = 32
const rareShare = 0.02

/** The short parts of a search for which the index of trigrams has entries: those with two letters or digits side by side. */
export function gramsOf(text: string): string[] {
  return [...new Set(gramsAt(text).filter(gram => gram !== null))].slice(0, gramsMax)
}

/**
 * The pattern of what is rare in a search: its common parts left out, because an entry of the index that every payment has is as long as the
 * table. Whatever matches the search matches this too. The whole search where nothing in it is rare.
 */
export function rarePattern(text: string, { looked, matches }: Glimpse): string {
  const characters = [...text]
  const isRare = gramsAt(text).map(gram => gram !== null && (matches.get(gram) ?? looked) <= looked * rareShare)
  if (!isRare.includes(true)) return patternOf([text])
  const parts: string[] = []
  for (let at = 0; at < isRare.length; at++) {
    if (!isRare[at]) continue
    const start = at
    while (isRare[at + 1]) at++
    parts.push(characters.slice(start, at + gramLength).join(''))
  }
  return patternOf(parts)
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
