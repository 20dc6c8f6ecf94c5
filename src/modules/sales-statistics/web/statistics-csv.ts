import { z } from 'zod'
import { type CsvColumn, writeCsvFile } from '../../../web/parts/csv.ts'
import { defineDownload } from '../../../web/parts/download.ts'
import { readStatistics } from '../read-statistics.ts'
import { RangeQuery, readChosenRange } from './chosen-range.ts'
import { statisticsTables, type TableName } from './statistics-tables.ts'

const tableNames = Object.keys(statisticsTables) as [TableName, ...TableName[]]

/** Downloads one table of the statistics as a file for spreadsheets. */
export const statisticsCsv = defineDownload({
  path: '/dashboard/statistics.csv',
  role: 'read',
  input: RangeQuery.extend({ table: z.enum(tableNames) }),
  async read(app, visit, { table, ...query }) {
    const statistics = await readStatistics(app, visit.scope, readChosenRange(app, query).range)
    const { rows, columns } = statisticsTables[table]
    return writeCsvFile(app, visit, {
      name: `statistics-${table}`,
      columns: columns.map(({ name, value }): CsvColumn<unknown> => [name, row => value(row, visit.language)]),
      pages: onePage(rows(statistics)),
    })
  },
})

async function* onePage<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}
