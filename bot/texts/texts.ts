import { en } from './en.ts'
import { id } from './id.ts'

export type Language = 'id' | 'en'
export type Texts = typeof id

export const texts: Record<Language, Texts> = { id, en }

/**
 * Telegram's language code as one of ours: Indonesian and its neighbours, else English; Indonesian when nothing is
 * told.
 */
export function languageOf(code: string | undefined): Language {
  return code === undefined || /^(id|in|ms|jv|su)\b/i.test(code) ? 'id' : 'en'
}
