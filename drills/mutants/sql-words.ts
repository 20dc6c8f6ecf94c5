/** A word, a sign or a bracket of an SQL text. */
export interface SqlWord {
  /** The word in lower case. */
  text: string
  start: number
  end: number
  /** The number of brackets around it; a bracket itself counts as outside. */
  depth: number
}

// Quoted texts come first, so that their content is not mistaken for SQL. A placeholder of a template literal is read
// as a name.
const pattern =
  /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\$\$|[a-z_\uE000][\w.\uE000]*|\$\d+|:[a-z_]\w*|::|\d+(?:\.\d+)?|<>|<=|>=|!=|=>|->>|->|@>|<@|\|\||[()=<>,;+*/?-]/giu

/** Returns the words of an SQL text without its comments. */
export function splitSqlWords(text: string): SqlWord[] {
  const words: SqlWord[] = []
  let depth = 0
  for (const match of text.matchAll(pattern)) {
    if (match[0].startsWith('--')) continue
    if (match[0] === ')') depth = Math.max(0, depth - 1)
    const start = match.index
    words.push({ text: match[0].toLowerCase(), start, end: start + match[0].length, depth })
    if (match[0] === '(') depth++
  }
  return words
}

/** Returns a statement with single spaces. */
export const joinWords = (text: string): string => text.trim().replace(/\s+/g, ' ')
