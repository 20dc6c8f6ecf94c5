import { en } from './en.ts'
import { id } from './id.ts'

export type Language = 'id' | 'en'
export type Texts = typeof id

export const texts: Record<Language, Texts> = { id, en }

/**
 * Maps Telegram's language code to one of ours: Indonesian for it and its neighbours, otherwise English; Indonesian if
 * none is known.
 */
export function toLanguage(code: string | undefined): Language {
  return code === undefined || /^(id|in|ms|jv|su)\b/i.test(code) ? 'id' : 'en'
}
