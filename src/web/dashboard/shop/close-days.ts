import { z } from 'zod'
import { changeShopRules } from '../../../catalog/rules/change-shop-rules.ts'
import { moveDay } from '../../../lib/calendar.ts'
import { type Html, html } from '../../../lib/html.ts'
import { refuseField } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { card } from '../../parts/card.ts'
import { actButton, field, hidden } from '../../parts/forms.ts'
import type { PageAct, Shown } from '../../parts/page.ts'
import { memberActingOf, type Visit } from '../../parts/visit.ts'
import { type RulesTexts, rulesTexts } from './rules-texts.ts'

const daysMax = 60

const Closing = z.object({
  close_from: z.string().trim().max(10),
  close_until: z.string().trim().max(10).default(''),
  close_note: z.string().trim().max(100).default(''),
})
type Closing = z.infer<typeof Closing>

/** Closes the shop from one day to another, each a holiday that the rules list and can remove. */
export const closeDays: PageAct<Visit, object, Closing> = {
  role: 'orders',
  fields: Closing,
  async run(app, visit, { close_from: from, close_until: until, close_note: note }) {
    const days = daysBetween(app, from, until || from)
    await changeShopRules(app, memberActingOf(visit), ({ holidays }) => {
      const added = days.filter(day => !holidays.some(one => one.day === day)).map(day => ({ day, note }))
      return { holidays: [...holidays, ...added].sort((one, other) => (one.day < other.day ? -1 : 1)) }
    })
    return { to: '/dashboard/rules', done: 'saved' }
  },
}

function daysBetween(app: Pick<App, 'calendar' | 'now'>, from: string, until: string): string[] {
  if (!app.calendar.startOfDay(from)) throw refuseField('close_from', 'is a day, such as 2026-12-31', 'not_a_day')
  if (!app.calendar.startOfDay(until)) throw refuseField('close_until', 'is a day, such as 2026-12-31', 'not_a_day')
  if (from < app.calendar.formatDay(app.now())) throw refuseField('close_from', 'is over', 'in_the_past')
  if (until < from) throw refuseField('close_until', 'is not before the first day', 'end_before_start')
  const days = [from]
  while (days.at(-1)! < until) {
    if (days.length === daysMax) {
      throw refuseField('close_until', `is within ${daysMax} days`, { code: 'too_many', max: daysMax })
    }
    days.push(moveDay(days.at(-1)!, 1))
  }
  return days
}

/** Labels of its fields, for mistakes. */
export function closingLabels(say: RulesTexts): Record<string, string> {
  return { close_from: say.closeFrom, close_until: say.closeUntil, close_note: say.note }
}

/** One press to close for the rest of the day, and a form for some days in a row. */
export function closingCard({
  app,
  language,
  given,
  fieldErrors: errors,
}: Pick<Shown<Visit, object, object>, 'app' | 'language' | 'given' | 'fieldErrors'>): Html {
  const say = rulesTexts[language]
  const today = app.calendar.formatDay(app.now())
  const day = (name: string, label: string) =>
    field({ name, label, type: 'date', value: given[name], isOptional: true, errors })
  const note = { name: 'close_note', label: say.note, value: given.close_note }
  return card(
    say.closing,
    html`
      <form method="post" novalidate>
        ${hidden('close_from', today)}
        <p><small>${say.closeNowHint}</small></p>
        ${actButton('close', say.closeNow, 'quiet')}
      </form>
      <form method="post" novalidate>
        <div class="side-by-side">
          ${day('close_from', say.closeFrom)}${day('close_until', say.closeUntil)}
        </div>
        ${field({ ...note, isOptional: true, maxlength: 100, errors })}
        ${actButton('close', say.closeDays, 'quiet')}
      </form>`,
  )
}
