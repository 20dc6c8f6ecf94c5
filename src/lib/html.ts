import { toPlainLine } from './plain-text.ts'

/** Markup that is safe to insert in a page. Only `html` creates it, so all other text is escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[]

/**
 * Returns markup in which every inserted value is escaped and reduced to one line, unless it is Html itself. `false`,
 * `null` and `undefined` print nothing.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let text = strings[0]!
  for (const [index, part] of parts.entries()) text += renderPart(part) + strings[index + 1]!
  return new Html(text)
}

function renderPart(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(renderPart).join('')
  return escapeHtml(toPlainLine(String(part)))
}

/**
 * Renders text that may have several lines: our own, or a merchant's goods, but not a stranger's text about themselves.
 */
export function renderLines(text: string): Html {
  return new Html(text.split(/\r?\n/).map(renderPart).join('\n'))
}

/** Renders text as it was typed, for the value of a field: escaped, with all its blanks and line breaks. */
export function renderVerbatim(text: string): Html {
  return new Html(escapeHtml(text))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => entities[character]!)
}
