const islands: Record<string, string> = {
  'Asia/Jakarta': 'WIB',
  'Asia/Pontianak': 'WIB',
  'Asia/Makassar': 'WITA',
  'Asia/Jayapura': 'WIT',
}

/**
 * Returns `{ day: '21 November 2026', time: '14.35 WIB' }`, with `14:35 WIB` in English, in the installation's time
 * zone.
 */
export function toLocalTime(zone: string, date: Date, language: 'id' | 'en'): { day: string; time: string } {
  const locale = language === 'id' ? 'id-ID' : 'en-GB'
  const day = new Intl.DateTimeFormat(locale, { timeZone: zone, day: 'numeric', month: 'long', year: 'numeric' })
  const time = new Intl.DateTimeFormat(locale, { timeZone: zone, hour: '2-digit', minute: '2-digit' })
  return { day: day.format(date), time: `${time.format(date)} ${zoneLabel(zone, date)}` }
}

// Intl has the names WIB, WITA and WIT only in Indonesian.
function zoneLabel(zone: string, date: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(date)
  return islands[zone] ?? parts.find(part => part.type === 'timeZoneName')!.value
}
