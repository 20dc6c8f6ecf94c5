import { Readable } from 'node:stream'
import { z } from 'zod'
import { reconcileDay } from '../../../books/reconcile-day.ts'
import { defineDownload } from '../../parts/download.ts'

const byteOrderMark = '\uFEFF'
const Day = z.object({ day: z.iso.date() })

/** Downloads the books of one day as a file for spreadsheets, identical to that of the command. */
export const reconciliationCsv = defineDownload({
  path: '/dashboard/reconciliation.csv',
  role: 'read',
  input: Day,
  async read(app, { scope }, { day }) {
    const lines = reconcileDay(app, scope, day)
    // A refusal is thrown here, before the answer starts.
    const { value: columns } = await lines.next()
    const body = Readable.from(writeLines(String(columns), lines))
    return { name: `reconciliation-${day}.csv`, type: 'text/csv; charset=utf-8', body }
  },
})

async function* writeLines(columns: string, lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${byteOrderMark}${columns}\r\n`
  for await (const line of lines) yield `${line}\r\n`
}
