/**
 * The text without the characters at its beginning and its end that are to be cut off. As one regular expression for
 * both ends this takes time by the square of what a stranger sent.
 */
export function trim(text: string, isCutOff: (character: string) => boolean): string {
  let begin = 0
  let end = text.length
  while (begin < end && isCutOff(text[begin]!)) begin++
  while (end > begin && isCutOff(text[end - 1]!)) end--
  return text.slice(begin, end)
}
