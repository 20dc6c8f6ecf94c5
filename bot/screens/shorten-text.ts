/**
 * Shortens a text with more than `max` characters to the first `kept` and an ellipsis, without splitting a grapheme.
 */
export function shortenText(text: string, max: number, length = max - 1): string {
  const signs = [...text]
  return signs.length <= max ? text : `${signs.slice(0, length).join('').trimEnd()}…`
}
