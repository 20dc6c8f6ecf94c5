import { Readable } from 'node:stream'
import { defineDownload } from '../../../web/parts/download.ts'
import { exportTable } from '../export-table.ts'

/** Downloads the catalogue as a table for spreadsheets, which the import page also reads. */
export const catalogTable = defineDownload({
  path: '/dashboard/catalog.csv',
  role: 'orders',
  async read(app, { account, scope, language }) {
    const text = await exportTable(app, scope, language)
    return { name: `${account.name}.csv`, type: 'text/csv; charset=utf-8', body: Readable.from([text]) }
  },
})
