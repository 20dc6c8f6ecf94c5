import { moveDay } from '../../lib/calendar.ts'
import { type Html, html } from '../../lib/html.ts'
import type { App } from '../../needs.ts'
import { listAdditions } from '../../slots.ts'
import type { Language } from '../parts/language.ts'
import type { Visit } from '../parts/visit.ts'

declare module '../../slots.ts' {
  interface Slots {
    /** A bar above a list that can be filtered. */
    listBars(app: App, visit: Visit, list: FilteredList): Promise<Html | null>
  }
}

interface FilteredList {
  list: 'orders' | 'payments'
  /** The filter, as query parameters of the list. */
  query: Record<string, string | undefined>
}

/** Returns the modules' additions above a list. */
export async function loadListBars(app: App, visit: Visit, list: FilteredList): Promise<Html[]> {
  const bars = await Promise.all(listAdditions(app, 'listBars').map(draw => draw(app, visit, list)))
  return bars.filter(bar => bar !== null)
}

const names: Record<Language, Record<'label' | 'today' | 'yesterday' | 'week' | 'month', string>> = {
  id: { label: 'Tanggal', today: 'Hari ini', yesterday: 'Kemarin', week: '7 hari', month: 'Bulan ini' },
  en: { label: 'Dates', today: 'Today', yesterday: 'Yesterday', week: '7 days', month: 'This month' },
}

interface Days {
  /** The first day, `YYYY-MM-DD`, included; `to` is the last. */
  from?: string | undefined
  to?: string | undefined
}

interface DaysLink extends Days {
  address(days: Days): string
}

/** Renders links to the most common days; pressing the current one clears it. */
export function dateChips(
  { calendar, now }: Pick<App, 'calendar' | 'now'>,
  language: Language,
  { from, to, address }: DaysLink,
): Html {
  const today = calendar.formatDay(now())
  const say = names[language]
  const chips = [
    { name: say.today, from: today, to: today },
    { name: say.yesterday, from: moveDay(today, -1), to: moveDay(today, -1) },
    { name: say.week, from: moveDay(today, -6), to: today },
    { name: say.month, from: `${today.slice(0, 8)}01`, to: today },
  ]
  const links = chips.map(chip => {
    const isHere = chip.from === from && chip.to === to
    const target = address(isHere ? {} : { from: chip.from, to: chip.to })
    return html`<a class="chip-link" href="${target}"${isHere && html` aria-current="true"`}>${chip.name}</a>`
  })
  return html`<div class="chips" role="group" aria-label="${say.label}">${links}</div>`
}
