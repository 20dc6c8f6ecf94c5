/**
 * Returns a text of at most `max` characters unchanged, and of a longer one the first `kept` with an ellipsis; no
 * grapheme is cut in two.
 */
export function cutText(text: string, max: number, length = max - 1): string {
  const signs = [...text]
  return signs.length <= max ? text : `${signs.slice(0, length).join('').trimEnd()}…`
}
