/** The request that a sample sends. */
export interface Request {
  method: string
  url: string
  headers: Record<string, string>
  /** JSON, or the parts of a form, where `@name` is a file. */
  json?: unknown
  parts?: Record<string, string>
}

export function mapPairs<T>(record: Record<string, string>, one: (name: string, value: string) => T): T[] {
  return Object.entries(record).map(([name, value]) => one(name, value))
}

export const isFile = (value: string) => value.startsWith('@')

export const fileOf = (value: string) => value.slice(1)

/** A text between single quotes, as JavaScript and PHP write it. */
export const quoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`

/** The lines that are there. */
export const joined = (lines: (string | false | null | undefined)[]) =>
  lines.filter(line => typeof line === 'string').join('\n')
