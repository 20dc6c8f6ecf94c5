import { z } from 'zod'
import { computeNet, sumBookDays } from '../../../books/statistics/read-book-days.ts'
import { moveDay } from '../../../lib/calendar.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { Needs } from '../../../needs.ts'
import { readTaxDays, type TaxDay } from '../../../orders/statistics/read-tax-days.ts'
import { card } from '../../../web/parts/card.ts'
import { commonTexts } from '../../../web/parts/common-texts.ts'
import { figureList } from '../../../web/parts/facts.ts'
import { banner, emptyState, selectField } from '../../../web/parts/forms.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import { formatShortDay } from '../../../web/parts/short-day.ts'
import { type ColumnDefinition, table } from '../../../web/parts/table.ts'
import type { Visit } from '../../../web/parts/visit.ts'
import { type TaxTexts, taxTexts } from '../texts/tax-texts.ts'

export const MonthQuery = z.object({
  month: z
    .string()
    .regex(/^2\d{3}-(0[1-9]|1[0-2])$/)
    .optional(),
})
type MonthQuery = z.infer<typeof MonthQuery>

interface Loaded {
  month: string
  months: string[]
  days: TaxDay[]
}
type ShownTax = ViewContext<Visit, MonthQuery, Loaded>

const monthsOffered = 36

/** A merchant's monthly report: turnover, fees, refunds and the remainder, by the day of booking. */
export const taxPage = definePage({
  path: '/dashboard/tax',
  role: 'read',
  input: MonthQuery,
  async load(app, { scope }, query): Promise<Loaded> {
    const { month, range } = readMonth(app, query)
    return { month, months: monthsUpToNow(app), days: await readTaxDays(app, scope, range) }
  },
  view(view: ShownTax) {
    const { language, to, loaded, visit } = view
    const say = taxTexts[language]
    const { month, months, days } = loaded
    const options = months.map(one => [one, formatShortDay(language, `${one}-01`, 'month')] as const)
    return {
      title: say.title,
      body: html`
        <h1>${say.title}</h1>
        <p class="lead">${say.lead}</p>
        ${visit.mode === 'test' && banner('warn', say.mode)}
        ${card(
          null,
          html`<form class="inline" method="get" action="${to('/dashboard/tax')}">
            ${selectField({ name: 'month', label: say.month, value: month, options })}
            <button class="button quiet">${say.show}</button>
          </form>`,
        )}
        ${days.length === 0 ? card(null, emptyState(say.none)) : taxSheet(view, say)}`,
    }
  },
})

/** Returns the requested month, by default the current one. */
export function readMonth({ now, calendar }: Needs<'now' | 'calendar'>, { month }: MonthQuery) {
  const chosenMonth = month ?? calendar.formatDay(now()).slice(0, 7)
  const first = `${chosenMonth}-01`
  const next = `${moveDay(first, 31).slice(0, 7)}-01`
  return { month: chosenMonth, range: { first, last: moveDay(next, -1) } }
}

function monthsUpToNow({ now, calendar }: Needs<'now' | 'calendar'>): string[] {
  const months = [calendar.formatDay(now()).slice(0, 7)]
  while (months.length < monthsOffered) months.push(moveDay(`${months.at(-1)}-01`, -1).slice(0, 7))
  return months
}

function taxSheet({ language, loaded: { days, month }, to }: ShownTax, say: TaxTexts): Html {
  const total = sumBookDays(days)
  const address = to('/dashboard/tax.csv', { month })
  const money = (title: string, of: (day: TaxDay) => number): ColumnDefinition<TaxDay> => {
    return { title, isMoney: true, place: 'wide', cell: day => formatRupiah(of(day)) }
  }
  const columns: ColumnDefinition<TaxDay>[] = [
    {
      title: say.day,
      place: 'lead',
      cell: day => html`
        <span class="unbroken">${formatShortDay(language, day.day)}</span>
        <span class="phone-label"><small>${inOneLine(day, say)}</small></span>`,
    },
    { title: say.sales, isMoney: true, place: 'wide', cell: ({ sales }) => sales },
    money(say.turnover, ({ amount }) => amount),
    money(say.cashTurnover, ({ cash }) => cash),
    money(say.fees, ({ fees }) => fees),
    money(say.refunded, ({ refunded }) => refunded),
    { title: say.net, isMoney: true, place: 'side', cell: day => formatRupiah(computeNet(day)) },
  ]
  return html`
    ${figureList([
      [say.turnover, formatRupiah(total.amount)],
      [say.cashTurnover, formatRupiah(days.reduce((sum, { cash }) => sum + cash, 0))],
      [say.fees, formatRupiah(total.fees)],
      [say.refunded, formatRupiah(total.refunded)],
      [say.net, formatRupiah(total.net)],
    ])}
    ${card(
      null,
      html`
        <div class="head">
          <h2>${formatShortDay(language, `${month}-01`, 'month')}</h2>
          <a href="${address}">${commonTexts[language].csv}</a>
        </div>
        ${table(columns, days, { name: say.title })}
        <p><small>${say.feesHint}</small></p>`,
    )}`
}

/** Returns the other columns as one line, for a phone: the number of payments, and the non-zero amounts. */
function inOneLine({ sales, amount, cash, fees, refunded }: TaxDay, say: TaxTexts): string {
  const amounts: [string, number][] = [
    [say.turnover, amount],
    [say.cashTurnover, cash],
    [say.fees, fees],
    [say.refunded, refunded],
  ]
  const present = amounts.filter(([, of]) => of !== 0).map(([name, of]) => `${name} ${formatRupiah(of)}`)
  return [`${sales} ${say.sales.toLowerCase()}`, ...present].join(' · ')
}
