/**
 * Returns the text without the characters to cut off at both ends. A single regular expression for both ends would take
 * quadratic time in a stranger's text.
 */
export function trimEnds(text: string, isCutOff: (character: string) => boolean): string {
  let begin = 0
  let end = text.length
  while (begin < end && isCutOff(text[begin]!)) begin++
  while (end > begin && isCutOff(text[end - 1]!)) end--
  return text.slice(begin, end)
}
