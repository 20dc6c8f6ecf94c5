import { computeNet } from '../../../books/statistics/read-book-days.ts'
import { readTaxDays, type TaxDay } from '../../../orders/statistics/read-tax-days.ts'
import { type CsvColumn, writeCsvFile } from '../../../web/parts/csv.ts'
import { defineDownload } from '../../../web/parts/download.ts'
import { MonthQuery, readMonth } from './tax.ts'

/** Downloads the report of a month as a file for spreadsheets. */
export const taxCsv = defineDownload({
  path: '/dashboard/tax.csv',
  role: 'read',
  input: MonthQuery,
  async read(app, visit, query) {
    const { month, range } = readMonth(app, query)
    const days = await readTaxDays(app, visit.scope, range)
    return writeCsvFile(app, visit, { name: `tax-${month}`, columns, pages: onePage(days) })
  },
})

const columns: CsvColumn<TaxDay>[] = [
  ['day', one => one.day],
  ['payments', one => one.sales],
  ['turnover', one => one.amount],
  ['fees', one => one.fees],
  ['refunds', one => one.refunds],
  ['refunded', one => one.refunded],
  ['net', one => computeNet(one)],
  ['cash', one => one.cash],
]

async function* onePage(days: TaxDay[]): AsyncGenerator<TaxDay[]> {
  yield days
}
