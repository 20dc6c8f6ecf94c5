import type { Tx } from '../../database/transaction.ts'
import type { Needs } from '../../needs.ts'
import { Bot } from '../../notices/bot.ts'
import { planCustomerNotices } from '../../notices/plan-notices.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { Bill } from './bill.ts'
import { lockBill, moveBill } from './bill-moves.ts'
import { computeNextReminder, computeNightLeftS } from './next-reminder.ts'

const batchMax = 200

/** Finds bills whose payer has to be reminded, for the sweep. */
export const dueRemindersSql = 'from bill where remind_at <= :now'

type RemindNeeds = Needs<'em' | 'transaction' | 'now' | 'calendar'>

/**
 * Reminds the payers of bills, before and after the due day and never at night. The message goes to the shop's customer
 * with the bill's phone number. Each reminder is sent once: the bill advances to its next one in the same transaction.
 * Without a known chat it only advances; the list of bills then offers the message for WhatsApp. Returns the number of
 * reminders sent.
 */
export async function remindOfBills(app: RemindNeeds): Promise<number> {
  const now = app.now()
  if (computeNightLeftS(app.calendar, now) > 0) return 0
  const due = { remindAt: { $lte: now } }
  const found = await app.em('installation').find(Bill, due, { orderBy: { id: 'asc' }, limit: batchMax })
  let told = 0
  for (const { id, accountId, mode } of found) {
    if (await app.transaction({ accountId, mode }, tx => remindOfBill(app, tx, id))) told++
  }
  return told
}

async function remindOfBill(app: RemindNeeds, tx: Tx, id: number): Promise<boolean> {
  const now = app.now()
  const bill = await lockBill(tx, id)
  const { accountId, mode, publicId, remindAt } = bill
  if (remindAt === null || remindAt > now) return false
  const payer = bill.isPayableAt(now) ? await findPayer(tx, bill) : null
  await moveBill(tx, bill, {
    remindAt: computeNextReminder(app.calendar, bill, now),
    ...(payer && { remindedAt: now }),
  })
  if (payer === null) return false
  await planCustomerNotices(tx, now, [
    {
      kind: 'customer.bill_due',
      accountId,
      customerId: payer.id,
      key: `${publicId} ${remindAt.toISOString()}`,
      data: { billId: id, mode },
    },
  ])
  return true
}

/** Returns the customer with the bill's phone number; null if two share it, because either could be meant. */
async function findPayer({ em }: Tx, { accountId, mode, customerPhoneDigits }: Bill): Promise<Customer | null> {
  if (customerPhoneDigits === null) return null
  const bots = await em.find(Bot, { account: accountId, mode, state: 'active' })
  const known = { botId: { $in: bots.map(({ id }) => id) }, phoneDigits: customerPhoneDigits, blockedAt: null }
  const customers = await em.find(Customer, known, { limit: 2 })
  return customers.length === 1 ? customers[0]! : null
}
