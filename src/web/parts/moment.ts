import { moveDay } from '../../lib/calendar.ts'
import { type Html, html } from '../../lib/html.ts'
import type { App } from '../../needs.ts'
import type { Language } from './language.ts'
import { formatShortDay } from './short-day.ts'

/** The precision of a moment: a list omits the time of other days, a log includes the second. */
type MomentForm = 'list' | 'whole' | 'exact'

const days: Record<Language, { ahead: number; word: string }[]> = {
  id: [
    { ahead: 0, word: 'hari ini' },
    { ahead: -1, word: 'kemarin' },
    { ahead: 1, word: 'besok' },
  ],
  en: [
    { ahead: 0, word: 'today' },
    { ahead: -1, word: 'yesterday' },
    { ahead: 1, word: 'tomorrow' },
  ],
}

/**
 * Formats a moment as people say it, in the installation's time zone: `hari ini 14.26`, `kemarin 14.26`, `21 Nov
 * 14.26`, `21 Nov 2025 14.26`; in English `today 14:26`.
 */
export function formatMoment(
  { calendar, now }: Pick<App, 'calendar' | 'now'>,
  language: Language,
  date: Date,
  form: MomentForm = 'whole',
): string {
  const [day, clock] = calendar.format(date).split(' ') as [string, string]
  const today = calendar.formatDay(now())
  const near = days[language].find(({ ahead }) => day === moveDay(today, ahead))
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  const dayText = near?.word ?? formatShortDay(language, day, isThisYear ? 'day' : 'day and year')
  if (form === 'list' && !near) return dayText
  const time = form === 'exact' ? clock : clock.slice(0, 5)
  return `${dayText} ${language === 'id' ? time.replaceAll(':', '.') : time}`
}

/** Renders a moment as an element with the exact time, for machines and as a tooltip. */
export function timeElement(
  app: Pick<App, 'calendar' | 'now'>,
  language: Language,
  date: Date,
  form: MomentForm = 'list',
): Html {
  const exact = app.calendar.format(date)
  return html`<time datetime="${date.toISOString()}" title="${exact}">${formatMoment(app, language, date, form)}</time>`
}
