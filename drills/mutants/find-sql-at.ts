import { parseSync } from 'oxc-parser'
import { joinWords } from './sql-words.ts'

/**
 * Returns the SQL text around a position in a source, up to the next placeholders or named values, with single spaces.
 * Null outside of texts.
 */
export function findSqlAt(file: string, source: string, offset: number): string | null {
  let text: { start: number; end: number; expressions?: { start: number; end: number }[] } | null = null
  walk(parseSync(file, source).program)
  return text && partAt(source, text, offset)

  // biome-ignore lint/suspicious/noExplicitAny: nodes of every kind are looked into
  function walk(node: any): void {
    if (typeof node.start === 'number' && (offset < node.start || offset >= node.end)) return
    if (node.type === 'TemplateLiteral' || node.type === 'Literal') text = node
    for (const child of Object.values(node).flat() as (typeof node)[]) {
      if (child && typeof child === 'object' && 'type' in child) walk(child)
    }
  }
}

// A cast after a name (`:rows::json`) stays in the text.
const names = /(?<![:\w]):[a-z]\w*(?:\.\w+)?/g

function partAt(
  source: string,
  { start, end, expressions = [] }: { start: number; end: number; expressions?: { start: number; end: number }[] },
  offset: number,
): string {
  const holes = expressions.map(hole => ({
    start: source.lastIndexOf('${', hole.start),
    end: source.indexOf('}', hole.end) + 1,
  }))
  const named = [...source.slice(start, end).matchAll(names)].map(({ 0: name, index }) => ({
    start: start + index,
    end: start + index + name.length,
  }))
  const cuts = [...holes, ...named]
  const from = Math.max(start + 1, ...cuts.map(cut => cut.end).filter(at => at <= offset))
  const to = Math.min(end - 1, ...cuts.map(cut => cut.start).filter(at => at >= from))
  return joinWords(source.slice(from, to))
}
