/** Returns a text in which the characters of a pattern of LIKE and ILIKE stand for themselves. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}
