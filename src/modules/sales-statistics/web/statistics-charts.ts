import type { Html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { type Bar, barChart } from '../../../web/parts/bar-chart.ts'
import type { Language } from '../../../web/parts/language.ts'
import { formatShortDay } from '../../../web/parts/short-day.ts'
import type { PaymentFigures, PeriodComparison, ShopStatistics } from '../read-statistics.ts'
import { statisticsTexts } from '../texts/statistics-texts.ts'
import { rankChart } from './rank-chart.ts'
import { formatHour, formatMethodName, type TableName } from './statistics-tables.ts'

const daysDrawnMax = 92

/** Renders money by day, or by month if days would be too many bars. */
export function dayChart(language: Language, { days }: ShopStatistics): { title: string; chart: Html } {
  const say = statisticsTexts[language]
  if (days.length <= daysDrawnMax) {
    const bars = days.map(one => makeBar(language, formatShortDay(language, one.day, 'weekday'), one))
    return { title: say.byDay, chart: drawChart(language, bars) }
  }
  const months = new Map<string, PeriodComparison<PaymentFigures>>()
  for (const { day, now, before } of days) {
    const sum = months.get(day.slice(0, 7))
    months.set(
      day.slice(0, 7),
      sum ? { now: addBoth(sum.now, now), before: addBoth(sum.before, before) } : { now, before },
    )
  }
  const bars = [...months].map(([month, one]) =>
    makeBar(language, formatShortDay(language, `${month}-01`, 'month'), one),
  )
  return { title: say.byMonth, chart: drawChart(language, bars) }
}

export function hourChart(language: Language, { hours }: ShopStatistics): Html {
  const bars = hours.map((one, hour) => makeBar(language, formatHour(hour), one))
  return drawChart(language, bars, [0, 6, 12, 18, 23].map(formatHour))
}

export function weekdayChart(language: Language, { weekdays }: ShopStatistics): Html {
  const names = statisticsTexts[language].weekdays
  const bars = weekdays.map((one, day) => makeBar(language, names[day]!, one))
  return drawChart(
    language,
    bars,
    names.map(name => name.slice(0, 3)),
  )
}

/** Renders the first rows of a table as a list with bars; null if the table has no such list. */
export function rankList(language: Language, name: TableName, statistics: ShopStatistics): Html | null {
  const { products, options, categories, methods } = statistics
  const units = (count: number) => statisticsTexts[language].units(count)
  switch (name) {
    case 'products':
      return rankChart(
        products.map(({ product_name, variant_name, quantity, revenue }) => {
          const note = [variant_name, units(quantity)].filter(Boolean).join(' · ')
          return { name: product_name, note, value: revenue, text: formatRupiah(revenue) }
        }),
      )
    case 'options':
      return rankChart(
        options.map(({ product_name, option_name, quantity }) => {
          return { name: option_name, note: product_name, value: quantity, text: units(quantity) }
        }),
      )
    case 'categories':
      return rankChart(
        categories.map(({ name: category, quantity, revenue }) => {
          const shown = category ?? statisticsTexts[language].noCategory
          return { name: shown, note: units(quantity), value: revenue, text: formatRupiah(revenue) }
        }),
      )
    case 'methods':
      return rankChart(
        methods.map(({ method, now: { paid, revenue } }) => {
          const shown = formatMethodName(language, method)
          return { name: shown, note: `${paid}×`, value: revenue, text: formatRupiah(revenue) }
        }),
      )
    default:
      return null
  }
}

function addBoth(one: PaymentFigures, other: PaymentFigures): PaymentFigures {
  return {
    created: one.created + other.created,
    paid: one.paid + other.paid,
    revenue: one.revenue + other.revenue,
  }
}

function makeBar(language: Language, label: string, { now, before }: PeriodComparison<PaymentFigures>): Bar {
  const [value, valueBefore] = [now.revenue, before.revenue]
  const text = statisticsTexts[language].bar(label, formatRupiah(value), formatRupiah(valueBefore))
  return { label, value, before: valueBefore, text }
}

function drawChart(language: Language, bars: readonly Bar[], marks?: readonly string[]): Html {
  const total = bars.reduce((sum, { value }) => sum + value, 0)
  const best = bars.reduce((one, other) => (other.value > one.value ? other : one))
  const summary = statisticsTexts[language].chartSummary(formatRupiah(total), best.label, formatRupiah(best.value))
  return barChart({ language, bars, summary, ...(marks ? { marks } : {}) })
}
