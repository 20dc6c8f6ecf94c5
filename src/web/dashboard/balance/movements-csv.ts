import { readMovements } from '../../../books/list-movements.ts'
import type { Movement } from '../../../books/movement.ts'
import { type CsvColumn, writeCsvFile } from '../../parts/csv.ts'
import { defineDownload } from '../../parts/download.ts'

/** Downloads the books of the account, as a file for spreadsheets. */
export const movementsCsv = defineDownload({
  path: '/dashboard/movements.csv',
  role: 'read',
  read: (app, visit) =>
    writeCsvFile(app, visit, { name: 'movements', columns, pages: readMovements(app, visit.scope) }),
})

const columns: CsvColumn<Movement>[] = [
  ['id', movement => movement.id],
  ['kind', movement => movement.kind],
  ['invoice_id', movement => movement.payment?.invoiceId ?? null],
  ['withdrawal_id', movement => movement.withdrawal?.id ?? null],
  ['amount', movement => movement.amount],
  ['fee', movement => movement.fee],
  ['net', movement => movement.net],
  ['is_withdrawable', movement => String(movement.isWithdrawable)],
  ['created_at', (movement, app) => app.calendar.format(movement.createdAt)],
]
