import { Readable } from 'node:stream'
import { exportTable } from '../../../catalog/export/export-table.ts'
import { download } from '../../parts/download.ts'

/** The catalogue as a table for spreadsheets, which the import page reads again. */
export const catalogTable = download({
  path: '/dashboard/catalog.csv',
  role: 'orders',
  async read(app, { account, scope, language }) {
    const text = await exportTable(app, scope, language)
    return { name: `${account.name}.csv`, type: 'text/csv; charset=utf-8', body: Readable.from([text]) }
  },
})
