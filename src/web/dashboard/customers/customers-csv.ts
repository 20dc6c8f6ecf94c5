import { type ListedCustomer, readCustomers } from '../../../orders/customers/list-customers.ts'
import { type CsvColumn, writeCsvFile } from '../../parts/csv.ts'
import { defineDownload } from '../../parts/download.ts'
import { CustomerQuery, listBotIds } from './customers.ts'

/** Downloads the customers that match a search, as a file for spreadsheets. */
export const customersCsv = defineDownload({
  path: '/dashboard/customers.csv',
  role: 'read',
  input: CustomerQuery,
  async read(app, visit, { search }) {
    const { scope } = visit
    const filter = { search: search || undefined, botIds: await listBotIds(app, scope) }
    return writeCsvFile(app, visit, { name: 'customers', columns, pages: readCustomers(app, scope, filter) })
  },
})

const columns: CsvColumn<ListedCustomer>[] = [
  ['name', customer => customer.name],
  ['phone', customer => customer.phone],
  ['address', customer => customer.address],
  ['orders', customer => customer.orderCount],
  ['spent', customer => customer.spent],
  ['blocked_at', (customer, app) => customer.blockedAt && app.calendar.format(customer.blockedAt)],
  ['created_at', (customer, app) => app.calendar.format(customer.createdAt)],
]
