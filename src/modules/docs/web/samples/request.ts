/** The request that a sample sends. */
export interface SampleRequest {
  method: string
  url: string
  headers: Record<string, string>
  /** The JSON body, or the parts of a form, in which `@name` is a file. */
  json?: unknown
  parts?: Record<string, string>
}

export function mapPairs<T>(record: Record<string, string>, format: (name: string, value: string) => T): T[] {
  return Object.entries(record).map(([name, value]) => format(name, value))
}

export const isFile = (value: string) => value.startsWith('@')

export const fileOf = (value: string) => value.slice(1)

/** Quotes a text with single quotes, as in JavaScript and PHP. */
export const quoteText = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`

/** Joins the lines that are not false. */
export const joinLines = (lines: (string | false | null | undefined)[]) =>
  lines.filter(line => typeof line === 'string').join('\n')
