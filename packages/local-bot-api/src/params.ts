import { badRequest } from './bot-api-error.ts'

/** A file that was sent with a request. */
export interface Upload {
  name: string
  mime: string
  bytes: Buffer
}

/**
 * A bot's parameters. They arrive as query, form, multipart or JSON, so a number may be text and an object may be JSON
 * inside text: each accessor accepts both. An empty text counts as missing, as in Telegram.
 */
export interface Params {
  text(name: string): string | undefined
  integer(name: string): number | undefined
  flag(name: string): boolean
  json(name: string): unknown
  /** Returns the upload that a parameter names by `attach://`, or the file with the parameter's own name. */
  upload(value: unknown, name: string): Upload | undefined
}

export function makeParams(values: Record<string, unknown>, uploads: Map<string, Upload>): Params {
  const text = (name: string) => {
    const value = values[name]
    if (value === undefined || value === null || value === '') return undefined
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  return {
    text,
    integer(name) {
      const value = text(name)
      if (value === undefined) return undefined
      const number = Number(value)
      return Number.isSafeInteger(number) ? number : undefined
    },
    flag: name => ['true', '1', 'yes'].includes((text(name) ?? '').toLowerCase()),
    json(name) {
      const value = values[name]
      if (typeof value !== 'string') return value ?? undefined
      if (value === '') return undefined
      try {
        return JSON.parse(value)
      } catch {
        throw badRequest(`can't parse ${name.replaceAll('_', ' ')} JSON object`)
      }
    },
    upload(value, name) {
      if (typeof value === 'string' && value.startsWith('attach://')) return uploads.get(value.slice(9))
      return value === undefined ? uploads.get(name) : undefined
    },
  }
}
