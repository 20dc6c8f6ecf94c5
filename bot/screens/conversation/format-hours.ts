import { type Hours, weekdays } from '../../../src/catalog/opening-hours.ts'
import type { ShopRulesTexts } from '../../texts/shop-rules-texts.ts'
import type { Language } from '../../texts/texts.ts'

/**
 * Formats opening hours: `Senin–Jumat 08:00–17:00, Sabtu 09:00–15:00`. Consecutive days with equal times become one
 * range.
 */
export function formatHours(hours: Hours, { never, days }: Pick<ShopRulesTexts, 'never' | 'days'>): string {
  const spans: { from: string; to: string; times: string }[] = []
  for (const [at, day] of weekdays.entries()) {
    const times = hours[day]?.join('–')
    if (times === undefined) continue
    const last = spans.at(-1)
    if (last?.times === times && last.to === days[weekdays[at - 1]!]) last.to = days[day]
    else spans.push({ from: days[day], to: days[day], times })
  }
  if (spans.length === 0) return never
  return spans.map(({ from, to, times }) => `${from === to ? from : `${from}–${to}`} ${times}`).join(', ')
}

const locales = { id: 'id-ID', en: 'en-GB' }

/** Formats a day from `YYYY-MM-DD`, for example as `25 Des 2026`. */
export function formatDay(language: Language, day: string): string {
  const form = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(locales[language], form)
}
