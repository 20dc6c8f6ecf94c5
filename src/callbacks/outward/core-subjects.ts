import { Withdrawal } from '../../books/withdrawal.ts'
import { readStock } from '../../catalog/stock/list-stock.ts'
import { Connection } from '../../connections/connection.ts'
import { extractInvoiceId } from '../../lib/ids.ts'
import { viewTransfer } from '../../money/list-transfers.ts'
import { Transfer } from '../../money/transfer.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { findOrder } from '../../orders/find-order.ts'
import { findReceivedMoney } from '../../orders/received-money.ts'
import { Payment } from '../../payments/payment.ts'
import { raiseLowStock } from './count-changes-sql.ts'
import type { CoreSubjectKind, OutwardSubjects } from './outward.ts'

/** The kinds of objects that the core's events are about. A kind without an entry does not compile. */
export const coreSubjects: OutwardSubjects<CoreSubjectKind> = {
  payment: {
    findKey: ({ subject }) => extractInvoiceId(subject),
    // The statements of these moves count them, because each is performance-critical.
    counting: {
      table: 'payment',
      key: 'invoice_id',
      type: 'text',
      except: ['payment.paid', 'payment.expired', 'payment.cancelled'],
    },
    read: ({ all }, key) => all.findOne(Payment, { invoiceId: key }),
    countChanges: ({ sequence }) => sequence,
  },
  transfer: {
    findKey: ({ subject }) => subject.replace('transfer ', ''),
    counting: { table: 'transfer', key: 'id', type: 'bigint' },
    async read({ all }, key) {
      const transfer = await all.findOne(Transfer, Number(key), { populate: ['connection'] })
      return transfer && viewTransfer(transfer)
    },
    countChanges: ({ sequence }) => sequence,
    page: { path: 'review' },
  },
  order: {
    findKey: ({ payload }) => payload.orderNumber,
    counting: { table: 'store_order', key: 'order_number', type: 'text' },
    async read({ em, accountId, mode }, key) {
      const order = await findOrder({ em }, { accountId, mode }, key)
      return { order, received: await findReceivedMoney({ em }, order) }
    },
    countChanges: ({ order }) => order.sequence,
    page: { path: 'orders', keyField: 'order_number' },
  },
  stock: {
    findKey: ({ payload }) => `${payload.variantId} ${payload.mode}`,
    counting: {
      number: event => (event.type === 'stock.changed' ? event.payload.sequence : null),
      raise: raiseLowStock,
    },
    async read({ em, accountId, mode }, key) {
      const [variantId] = key.split(' ')
      const { stock } = await readStock(em({ accountId, mode }), { id: Number(variantId) }, { limit: 1, offset: 0 })
      return stock[0] ?? null
    },
    countChanges: ({ variant }, mode) => variant.stocks.find(stock => stock.mode === mode)?.sequence ?? 1,
    page: { path: 'catalog' },
  },
  customer: {
    findKey: ({ payload }) => String(payload.customerId),
    // A customer has only one change, the creation.
    counting: { number: () => 1 },
    read: ({ all }, key) => all.findOne(Customer, Number(key)),
    countChanges: () => 1,
    page: { path: 'customers' },
  },
  withdrawal: {
    findKey: ({ payload }) => payload.withdrawalId,
    counting: { table: 'withdrawal', key: 'id', type: 'text' },
    read: ({ all }, key) => all.findOne(Withdrawal, key),
    countChanges: ({ sequence }) => sequence,
    page: { path: 'balance' },
  },
  connection: {
    findKey: ({ payload }) => String(payload.connectionId),
    counting: { table: 'connection', key: 'id', type: 'bigint' },
    read: ({ all }, key) => all.findOne(Connection, Number(key)),
    countChanges: ({ sequence }) => sequence,
    page: { path: 'connections' },
  },
}
