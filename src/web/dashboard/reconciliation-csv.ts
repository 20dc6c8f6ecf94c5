import { Readable } from 'node:stream'
import { z } from 'zod'
import { reconcileDay } from '../../books/reconcile-day.ts'
import { download } from '../parts/download.ts'

const byteOrderMark = '\uFEFF'
const Day = z.object({ day: z.iso.date() })

/** The books of one day as a file for a spreadsheet, the same as the command writes. */
export const reconciliationCsv = download({
  path: '/dashboard/reconciliation.csv',
  role: 'read',
  input: Day,
  async read(app, { scope }, { day }) {
    const body = Readable.from(
      (async function* () {
        yield byteOrderMark
        for await (const line of reconcileDay(app, scope, day)) yield `${line}\r\n`
      })(),
    )
    return { name: `reconciliation-${day}.csv`, type: 'text/csv; charset=utf-8', body }
  },
})
