import { Withdrawal } from '../../books/withdrawal.ts'
import { readStock } from '../../catalog/stock/list-stock.ts'
import { Connection } from '../../connections/connection.ts'
import { forkScoped, type Scope } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { viewTransfer } from '../../money/list-transfers.ts'
import { Transfer } from '../../money/transfer.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { findOrder } from '../../orders/find-order.ts'
import { findReceivedMoney } from '../../orders/received-money.ts'
import { Payment } from '../../payments/payment.ts'
import { type FilledSlots, listAdditions } from '../../slots.ts'
import { findChangedObject, type OutwardEvent } from './find-changed-object.ts'
import type { Subjects } from './outward.ts'

type Subject = Subjects[keyof Subjects]

/**
 * Returns the objects of these events in their state inside the transaction, by event id. An object that the event
 * already contains is not read again.
 */
export async function readSubjects(
  app: { slots: FilledSlots },
  tx: Tx,
  events: OutwardEvent[],
): Promise<Map<string, Subject>> {
  const subjects = new Map(events.flatMap(({ id, about }) => (about ? [[id, about as Subject] as const] : [])))
  const unread = events.filter(({ id }) => !subjects.has(id))
  if (unread.length === 0) return subjects
  // The caller may have changed entities without flushing them.
  await tx.em.flush()
  const payments = await readPayments(tx, unread)
  const subjectsByKey = new Map<string, Subject>()
  for (const event of unread) {
    const { kind, key } = findChangedObject(event)
    const name = `${kind} ${key}`
    const subject = payments.get(name) ?? subjectsByKey.get(name) ?? (await readOne(app, tx, event, { kind, key }))
    if (!subject) continue
    subjectsByKey.set(name, subject)
    subjects.set(event.id, subject)
  }
  return subjects
}

// Hundreds of payments may be paid, or expire, at once.
async function readPayments(tx: Tx, events: OutwardEvent[]): Promise<Map<string, Subject>> {
  const invoiceIds = events.map(findChangedObject).flatMap(({ kind, key }) => (kind === 'payment' ? [key] : []))
  if (invoiceIds.length === 0) return new Map()
  const payments = await forkScoped(tx, 'installation').find(Payment, { invoiceId: invoiceIds })
  return new Map(payments.map(payment => [`payment ${payment.invoiceId}`, payment]))
}

async function readOne(
  app: { slots: FilledSlots },
  tx: Tx,
  event: OutwardEvent,
  { kind, key }: ReturnType<typeof findChangedObject>,
): Promise<Subject | null> {
  const { accountId } = event
  const mode = 'mode' in event.payload ? event.payload.mode : 'live'
  const em = (scope: Scope) => forkScoped(tx, scope)
  const all = em('installation')
  switch (kind) {
    case 'order': {
      const order = await findOrder({ em }, { accountId, mode }, key)
      return { order, received: await findReceivedMoney({ em }, order) }
    }
    case 'transfer': {
      const transfer = await all.findOne(Transfer, Number(key), { populate: ['connection'] })
      return transfer && viewTransfer(transfer)
    }
    case 'stock': {
      const [variantId] = key.split(' ')
      const { stock } = await readStock(em({ accountId, mode }), { id: Number(variantId) }, { limit: 1, offset: 0 })
      return stock[0] ?? null
    }
    case 'customer':
      return all.findOne(Customer, Number(key))
    case 'withdrawal':
      return all.findOne(Withdrawal, key)
    case 'connection':
      return all.findOne(Connection, Number(key))
    default: {
      const added = listAdditions(app, 'outwardSubjects').find(one => one.kind === kind)
      return added ? added.read(all, key) : null
    }
  }
}
