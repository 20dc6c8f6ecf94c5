import type { Language } from './texts.ts'

// WIB is not known abroad, so only Indonesia's zones are shown by their names.
const zoneNames: Record<string, string> = { 'Asia/Jakarta': 'WIB', 'Asia/Makassar': 'WITA', 'Asia/Jayapura': 'WIT' }
const locales: Record<Language, string> = { id: 'id-ID', en: 'en-GB' }
const made = new Map<string, Intl.DateTimeFormat>()

/** Formats a time in the installation's zone: `14.35 WIB`, in English `14:35 WIB`. */
export function formatTime(language: Language, zone: string, date: Date): string {
  const time = makeFormatter(language, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(date)
  return `${time} ${zoneNames[zone] ?? zone}`
}

/** Formats a date with its time: `21 Nov 2026 14.35 WIB`. */
export function formatMoment(language: Language, zone: string, date: Date): string {
  const day = makeFormatter(language, zone, { day: 'numeric', month: 'short', year: 'numeric' }).format(date)
  return `${day} ${formatTime(language, zone, date)}`
}

/** Formats a rating: `4,8`, in English `4.8`. */
export function formatRating(language: Language, average: number): string {
  return average.toLocaleString(locales[language], { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

function makeFormatter(language: Language, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${zone} ${Object.keys(options).join()}`
  let known = made.get(key)
  if (!known) {
    known = new Intl.DateTimeFormat(locales[language], { timeZone: zone, ...options })
    made.set(key, known)
  }
  return known
}
