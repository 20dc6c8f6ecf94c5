/** A mutant: the text from `start` to `end` of a file is replaced. */
export interface Mutant {
  file: string
  start: number
  end: number
  instead: string
  /** The kind of mutant: `sql: a condition that always holds`. */
  what: string
}

export function applyMutant(source: string, { start, end, instead }: Omit<Mutant, 'file' | 'what'>): string {
  return source.slice(0, start) + instead + source.slice(end)
}

/** Returns the lines before and after, without line numbers, which changes above would affect. */
export function describeMutant(source: string, mutant: Mutant): { line: number; was: string; is: string } {
  const first = source.lastIndexOf('\n', mutant.start - 1) + 1
  const after = source.indexOf('\n', mutant.end)
  const last = after < 0 ? source.length : after
  const was = source.slice(first, last)
  const is = applyMutant(was, { start: mutant.start - first, end: mutant.end - first, instead: mutant.instead })
  return { line: source.slice(0, first).split('\n').length, was: oneLine(was), is: oneLine(is) }
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
