/** Returns a pattern that matches any of these words: `_` is a blank inside a word, and `*` any ending. */
function anyWord(words: string): string {
  const all = words.trim().split(/\s+/).join('|')
  return `\\b(?:${all.replaceAll('_', ' ').replaceAll('*', '[\\p{L}\\p{N}]*')})\\b`
}

/** Returns a pattern for a sentence that contains any of the words. */
export const matchAny = (words: string) => new RegExp(anyWord(words), 'u')
/** Returns a pattern for a word of `first` with a word of `second` anywhere after it. */
export const matchInOrder = (first: string, second: string) => new RegExp(`${anyWord(first)}.*${anyWord(second)}`, 'u')
/** Returns a pattern for a word of each list, in either order. */
export const matchBoth = (one: string, other: string) =>
  new RegExp(`${anyWord(one)}.*${anyWord(other)}|${anyWord(other)}.*${anyWord(one)}`, 'u')
const fillers =
  'kak|kakak|min|admin|gan|bang|mas|mbak|ya|dong|please|tidak|bisa|available|is|ok|now|today|ada|apa|aja|saja'
/** Returns a pattern for any of the words, alone or among filler words. */
export const matchOnly = (words: string) =>
  new RegExp(`^(?:(?:${fillers}) )*${anyWord(words)}(?: (?:${fillers}))*$`, 'u')
