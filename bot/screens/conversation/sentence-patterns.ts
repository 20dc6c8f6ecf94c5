/** Matches one of these words: `_` is a blank inside a word, and `*` any ending. */
function anyWord(words: string): string {
  const all = words.trim().split(/\s+/).join('|')
  return `\\b(?:${all.replaceAll('_', ' ').replaceAll('*', '[\\p{L}\\p{N}]*')})\\b`
}

/** Matches a sentence that contains one of the words. */
export const has = (words: string) => new RegExp(anyWord(words), 'u')
/** Matches one of `first` with one of `second` anywhere after it. */
export const inOrder = (first: string, second: string) => new RegExp(`${anyWord(first)}.*${anyWord(second)}`, 'u')
/** Matches one of each in either order. */
export const both = (one: string, other: string) =>
  new RegExp(`${anyWord(one)}.*${anyWord(other)}|${anyWord(other)}.*${anyWord(one)}`, 'u')
const fillers =
  'kak|kakak|min|admin|gan|bang|mas|mbak|ya|dong|please|tidak|bisa|available|is|ok|now|today|ada|apa|aja|saja'
/** Matches one of the words, alone or among filler words. */
export const only = (words: string) => new RegExp(`^(?:(?:${fillers}) )*${anyWord(words)}(?: (?:${fillers}))*$`, 'u')
