/**
 * Returns a searched text in the capital and small letters in which it may be stored. PostgreSQL always compares A to Z
 * case-insensitively, but É to é only if the locale of the database knows them; the locale C does not.
 */
export function listCaseSpellings(text: string): string[] {
  if (/^[\0-\x7f]*$/.test(text)) return [text]
  const [first = '', ...rest] = text.toLowerCase()
  const all = [text, text.toLowerCase(), text.toUpperCase(), first.toUpperCase() + rest.join('')]
  return [...new Map(all.map(one => [withSmallAscii(one), one])).values()]
}

const withSmallAscii = (text: string) => text.replace(/[A-Z]/g, letter => letter.toLowerCase())
