export const unitLengthMax = 500

/** Returns the trimmed lines of a text that are not blank, numbered from 1. */
export function numberLines(text: string): { line: string; number: number }[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '')
}
