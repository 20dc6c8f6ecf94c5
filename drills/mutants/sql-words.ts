/** A word, a sign or a bracket of an SQL text. */
export interface Word {
  /** In small letters. */
  text: string
  start: number
  end: number
  /** How many brackets are open around it; a bracket itself counts as outside. */
  depth: number
}

// Quoted texts first, so that nothing in them is taken for SQL. A hole of a template literal reads as one name.
const pattern =
  /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\$\$|[a-z_\uE000][\w.\uE000]*|\$\d+|:[a-z_]\w*|::|\d+(?:\.\d+)?|<>|<=|>=|!=|=>|->>|->|@>|<@|\|\||[()=<>,;+*/?-]/giu

/** The words of an SQL text. Comments are left out. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
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
