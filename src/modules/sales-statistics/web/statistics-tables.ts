import type { Cell } from '../../../lib/csv-row.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { Language } from '../../../web/parts/language.ts'
import { findMethodName } from '../../../web/parts/method-names.ts'
import { formatShortDay } from '../../../web/parts/short-day.ts'
import { type ColumnDefinition, table } from '../../../web/parts/table.ts'
import { computeReturning, type ShopStatistics } from '../read-statistics.ts'
import { type StatisticsTexts, statisticsTexts } from '../texts/statistics-texts.ts'

type Label = {
  [Key in keyof StatisticsTexts]: StatisticsTexts[Key] extends string ? Key : never
}[keyof StatisticsTexts]

interface TableColumn<Row> {
  /** The name in files, independent of the language. */
  name: string
  label: Label
  value(row: Row, language: Language): Cell
  isMoney?: boolean
}

interface StatisticsTable<Row> {
  rows(statistics: ShopStatistics): Row[]
  columns: TableColumn<Row>[]
}

// biome-ignore lint/suspicious/noExplicitAny: each has rows of its own, which `define` has checked
type AnyTable = StatisticsTable<any>

function defineTable<Row>(definition: StatisticsTable<Row>): AnyTable {
  return definition
}

type Day = ShopStatistics['days'][number]
type Compared = ShopStatistics['hours'][number]

const comparedColumns = <Row extends Compared>(): TableColumn<Row>[] => [
  { name: 'payments_created', label: 'created', value: ({ now }) => now.created },
  { name: 'payments_paid', label: 'paid', value: ({ now }) => now.paid },
  { name: 'revenue', label: 'revenue', value: ({ now }) => now.revenue, isMoney: true },
  { name: 'revenue_before', label: 'beforeShort', value: ({ before }) => before.revenue, isMoney: true },
]

const days = defineTable<Day>({
  rows: statistics => statistics.days,
  columns: [
    { name: 'day', label: 'day', value: ({ day }) => day },
    ...comparedColumns<Day>(),
    { name: 'orders_placed', label: 'placed', value: ({ sales }) => sales.placed },
    { name: 'orders_sold', label: 'orders', value: ({ sales }) => sales.sold },
    { name: 'discounts', label: 'discounts', value: ({ sales }) => sales.discount, isMoney: true },
    { name: 'new_customers', label: 'newCustomers', value: ({ sales }) => sales.newCustomers },
  ],
})

type Numbered = Compared & { at: number }
const numbered = (list: readonly Compared[]): Numbered[] => list.map((one, at) => ({ ...one, at }))

const hours = defineTable<Numbered>({
  rows: statistics => numbered(statistics.hours),
  columns: [{ name: 'hour', label: 'hour', value: ({ at }) => formatHour(at) }, ...comparedColumns<Numbered>()],
})

const weekdays = defineTable<Numbered>({
  rows: statistics => numbered(statistics.weekdays),
  columns: [
    { name: 'weekday', label: 'weekday', value: ({ at }, language) => statisticsTexts[language].weekdays[at]! },
    ...comparedColumns<Numbered>(),
  ],
})

const products = defineTable<ShopStatistics['products'][number]>({
  rows: statistics => statistics.products,
  columns: [
    {
      name: 'product',
      label: 'product',
      value: row => [row.product_name, row.variant_name].filter(Boolean).join(', '),
    },
    { name: 'quantity', label: 'quantity', value: row => row.quantity },
    { name: 'orders', label: 'orders', value: row => row.orders },
    { name: 'revenue', label: 'sold', value: row => row.revenue, isMoney: true },
    { name: 'cost', label: 'cost', value: row => row.cost, isMoney: true },
    {
      name: 'profit',
      label: 'profit',
      value: row => (row.cost === null ? null : row.revenue - row.cost),
      isMoney: true,
    },
  ],
})

const options = defineTable<ShopStatistics['options'][number]>({
  rows: statistics => statistics.options,
  columns: [
    { name: 'option', label: 'option', value: row => `${row.group_name}: ${row.option_name}` },
    { name: 'product', label: 'product', value: row => row.product_name },
    { name: 'quantity', label: 'quantity', value: row => row.quantity },
    { name: 'revenue', label: 'added', value: row => row.revenue, isMoney: true },
  ],
})

const categories = defineTable<ShopStatistics['categories'][number]>({
  rows: statistics => statistics.categories,
  columns: [
    {
      name: 'category',
      label: 'category',
      value: ({ name }, language) => name ?? statisticsTexts[language].noCategory,
    },
    { name: 'quantity', label: 'quantity', value: row => row.quantity },
    { name: 'revenue', label: 'sold', value: row => row.revenue, isMoney: true },
  ],
})

type Method = ShopStatistics['methods'][number]
const methods = defineTable<Method>({
  rows: statistics => statistics.methods,
  columns: [
    {
      name: 'method',
      label: 'method',
      value: ({ method }, language) => formatMethodName(language, method),
    },
    { name: 'payments_paid', label: 'paid', value: ({ now }) => now.paid },
    { name: 'revenue', label: 'revenue', value: ({ now }) => now.revenue, isMoney: true },
    { name: 'revenue_before', label: 'beforeShort', value: ({ before }) => before.revenue, isMoney: true },
  ],
})

interface Kind {
  label: 'firstOrders' | 'laterOrders' | 'counterOrders'
  orders: number
  revenue: number
}
const customers = defineTable<Kind>({
  rows: ({ sales: { now } }) => [
    { label: 'firstOrders', orders: now.newCustomers, revenue: now.newRevenue },
    { label: 'laterOrders', ...computeReturning(now) },
    { label: 'counterOrders', orders: now.counterSold, revenue: now.counterRevenue },
  ],
  columns: [
    { name: 'customers', label: 'kind', value: ({ label }, language) => statisticsTexts[language][label] },
    { name: 'orders', label: 'orders', value: row => row.orders },
    { name: 'revenue', label: 'sold', value: row => row.revenue, isMoney: true },
  ],
})

const coupons = defineTable<ShopStatistics['coupons'][number]>({
  rows: statistics => statistics.coupons,
  columns: [
    { name: 'coupon', label: 'coupon', value: ({ code }) => code },
    { name: 'orders', label: 'orders', value: row => row.orders },
    { name: 'discount', label: 'discount', value: row => row.discount, isMoney: true },
    { name: 'revenue', label: 'sold', value: row => row.revenue, isMoney: true },
  ],
})

const misses = defineTable<ShopStatistics['misses'][number]>({
  rows: statistics => statistics.misses,
  columns: [
    { name: 'search', label: 'term', value: ({ term }) => term },
    { name: 'searches', label: 'searches', value: row => row.searches },
  ],
})

/** Each table of the page, and each file that it offers. */
export const statisticsTables = {
  days,
  hours,
  weekdays,
  methods,
  products,
  options,
  categories,
  customers,
  coupons,
  misses,
}
export type TableName = keyof typeof statisticsTables

export function formatMethodName(language: Language, method: string): string {
  return method === 'cash' ? statisticsTexts[language].inCash : findMethodName(language, method)
}

/** Formats an hour, such as `09.00`. */
export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}.00`
}

const rowsShown = 10

interface ShownTable {
  name: TableName
  /** The name of its scrollable area. */
  title: string
  language: Language
  /** Returns the address of the statistics of one day. */
  toDay(day: string): string
}

/** Renders the first rows of a table, or the entire table behind a chart. */
export function renderTable(
  { name, title, language, toDay }: ShownTable,
  statistics: ShopStatistics,
  isWhole = false,
): Html {
  const { rows, columns } = statisticsTables[name]
  const say = statisticsTexts[language]
  const all = rows(statistics)
  const more = isWhole ? 0 : all.length - rowsShown
  const shown = columns.map((column, index): ColumnDefinition<unknown> => {
    return { title: say[column.label], isMoney: index > 0, cell: row => shownCell(column, row, { language, toDay }) }
  })
  return html`
    ${table(shown, isWhole ? all : all.slice(0, rowsShown), { isList: false, name: title })}
    ${more > 0 && html`<p><small>${say.more(more)}</small></p>`}`
}

function shownCell(
  column: TableColumn<unknown>,
  row: unknown,
  { language, toDay }: Pick<ShownTable, 'language' | 'toDay'>,
): string | Html {
  const value = column.value(row, language)
  if (column.label === 'day') {
    const day = String(value)
    return html`<a class="unbroken" href="${toDay(day)}">${formatShortDay(language, day, 'weekday')}</a>`
  }
  if (value === null) return '–'
  return column.isMoney ? formatRupiah(Number(value)) : String(value)
}
