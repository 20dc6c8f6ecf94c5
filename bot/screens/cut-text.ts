/**
 * Returns a text of at most `max` characters as it is, and of a longer one the first `kept` with an ellipsis; no sign
 * is cut in two.
 */
export function cutText(text: string, max: number, kept = max - 1): string {
  const signs = [...text]
  return signs.length <= max ? text : `${signs.slice(0, kept).join('').trimEnd()}…`
}
