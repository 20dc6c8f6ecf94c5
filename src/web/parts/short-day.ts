import type { Language } from './language.ts'

const locales: Record<Language, string> = { id: 'id-ID', en: 'en-GB' }
const forms = {
  day: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  'day and year': { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
} as const

/** Formats a `YYYY-MM-DD` day as people say it: `23 Nov`, `Sel, 23 Nov`, `23 Nov 2026`, `November 2026`. */
export function formatShortDay(language: Language, day: string, form: keyof typeof forms = 'day'): string {
  return new Intl.DateTimeFormat(locales[language], { ...forms[form], timeZone: 'UTC' }).format(Date.parse(day))
}
