import { z } from 'zod'
import { changeShopRules } from '../../../catalog/rules/change-shop-rules.ts'
import { closeUntil } from '../../../catalog/rules/close-until.ts'
import { moveDay } from '../../../lib/calendar.ts'
import { type Html, html } from '../../../lib/html.ts'
import { refuseField } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { card } from '../../parts/card.ts'
import { actButton, field, hiddenField } from '../../parts/forms.ts'
import { formatMoment } from '../../parts/moment.ts'
import type { PageAct, ViewContext } from '../../parts/page.ts'
import { makeMemberActor, type Visit } from '../../parts/visit.ts'
import { type RulesTexts, rulesTexts } from './rules-texts.ts'

const daysMax = 60
const hourMs = 3_600_000

const Closing = z.object({
  close_from: z.string().trim().max(10),
  close_until: z.string().trim().max(10).default(''),
  close_note: z.string().trim().max(100).default(''),
})
type Closing = z.infer<typeof Closing>

/** Closes the shop for a range of days, each a holiday that the rules list and can remove. */
export const closeDays: PageAct<Visit, object, Closing> = {
  role: 'orders',
  fields: Closing,
  async run(app, visit, { close_from: from, close_until: until, close_note: note }) {
    const days = daysBetween(app, from, until || from)
    await changeShopRules(app, makeMemberActor(visit), ({ holidays }) => {
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

/** Closes the shop from now until a time of today, or of tomorrow if that time has passed. */
export const closeUntilAct: PageAct<Visit, object, { close_time: string }> = {
  role: 'orders',
  fields: z.object({ close_time: z.string().trim().max(5) }),
  async run(app, visit, { close_time: time }) {
    const today = app.calendar.formatDay(app.now())
    const [soon, later] = [today, moveDay(today, 1)].map(day => app.calendar.readMoment(`${day} ${time}`))
    if (!soon || !later) throw refuseField('close_time', 'is a time, such as 15:30', 'malformed')
    await closeUntil(app, makeMemberActor(visit), soon > app.now() ? soon : later)
    return { to: '/dashboard/rules', done: 'saved' }
  },
}

/** Opens a temporarily closed shop again. */
export const openAct: PageAct<Visit, object, object> = {
  role: 'orders',
  async run(app, visit) {
    await closeUntil(app, makeMemberActor(visit), null)
    return { to: '/dashboard/rules', done: 'saved' }
  },
}

/** Returns the labels of its fields, for error messages. */
export function makeClosingLabels(t: RulesTexts): Record<string, string> {
  return { close_from: t.closeFrom, close_until: t.closeUntil, close_note: t.note, close_time: t.closeTime }
}

/** Renders a button that closes for the rest of the day, and a form for several days. */
export function closingCard({
  app,
  language,
  given,
  fieldErrors: errors,
  closedUntil,
}: Pick<ViewContext<Visit, object, object>, 'app' | 'language' | 'given' | 'fieldErrors'> & {
  closedUntil: Date | null
}): Html {
  const say = rulesTexts[language]
  const today = app.calendar.formatDay(app.now())
  const day = (name: string, label: string) =>
    field({ name, label, type: 'date', value: given[name], isOptional: true, errors })
  if (closedUntil && closedUntil > app.now()) {
    const text = say.closedUntil(formatMoment(app, language, closedUntil))
    return card(
      say.closing,
      html`<form method="post" novalidate><p>${text}</p>${actButton('open', say.openNow)}</form>`,
    )
  }
  const inAnHour = app.calendar.format(new Date(app.now().getTime() + hourMs)).slice(11, 16)
  const time = given.close_time ?? inAnHour
  const note = { name: 'close_note', label: say.note, value: given.close_note }
  return card(
    say.closing,
    html`
      <form method="post" novalidate class="inline">
        ${field({ name: 'close_time', label: say.closeTime, type: 'time', value: time, errors })}
        ${actButton('close_until', say.closeUntilTime)}
      </form>
      <details${given.close_from !== undefined && html` open`}><summary>${say.closeLonger}</summary>
      <form method="post" novalidate>
        ${hiddenField('close_from', today)}
        <p><small>${say.closeNowHint}</small></p>
        ${actButton('close', say.closeNow, 'quiet')}
      </form>
      <form method="post" novalidate>
        <div class="side-by-side">
          ${day('close_from', say.closeFrom)}${day('close_until', say.closeUntil)}
        </div>
        ${field({ ...note, isOptional: true, maxlength: 100, errors })}
        ${actButton('close', say.closeDays, 'quiet')}
      </form></details>`,
  )
}
