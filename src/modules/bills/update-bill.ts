import { refuseRedirect } from '../../accounts/refuse-redirect.ts'
import type { Tx } from '../../database/transaction.ts'
import { isUniqueViolation } from '../../database/unique-violation.ts'
import type { Standing } from '../../keys/standing.ts'
import { Refusal, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Bill } from './bill.ts'
import { BillLine } from './bill-line.ts'
import { allowMoreTime, lockBill, publishBill } from './bill-moves.ts'
import { BillPart } from './bill-part.ts'
import { type BillAmounts, type BillTerms, checkAmounts, checkDueBeforeEnd, makeTermColumns } from './bill-terms.ts'
import { findBillByName } from './find-bill.ts'
import { computeNextReminder } from './next-reminder.ts'

export interface BillChange extends BillTerms, BillAmounts {
  /** Publishes a draft. */
  publishes?: boolean | undefined
}

type UpdateNeeds = Needs<'em' | 'transaction' | 'now' | 'calendar' | 'edition'>

/**
 * Changes a bill that has not ended; omitted fields are unchanged. Its amounts can change only while it has no open or
 * paid payment, because money may be on its way.
 *
 * Refuses `not_found`, `refused_transition`, and as `createBill` does.
 */
export async function updateBill(
  app: UpdateNeeds,
  standing: Standing,
  name: string,
  change: BillChange,
): Promise<Bill> {
  const words = makeTermColumns(app, change)
  await refuseRedirect(app, standing.accountId, change.redirectUrl)
  return app.transaction(standing, async tx => {
    const bill = await lockBill(tx, (await findBillByName(tx.em, name)).id)
    if (bill.isOver()) throw new Refusal('refused_transition', `The bill is ${bill.status} and changes no more`)
    const amounts = changeAmounts(bill, change)
    if (amounts) await checkChange(app, tx, { standing, bill, amounts })
    checkKind(bill, change)
    checkDueBeforeEnd({ dueAt: bill.dueAt, endsAt: bill.endsAt, ...words })
    const changed = {
      ...words,
      ...changeReminders(app, bill, words),
      ...amounts,
      ...(change.slug === undefined ? {} : { slug: change.slug }),
    }
    await tx.em.nativeUpdate(Bill, { id: bill.id }, { ...changed, sequence: bill.sequence + 1 }).catch(passTaken)
    const written = await lockBill(tx, bill.id)
    const moved = change.publishes ? await publishBill(tx, written) : await allowMoreTime(tx, written, app.now())
    return moved ?? written
  })
}

/** Returns the next reminder, if the change affects it. */
function changeReminders(
  { calendar, now }: UpdateNeeds,
  { reminders, dueAt }: Bill,
  words: { reminders?: boolean; dueAt?: Date | null },
): { remindAt?: Date | null } {
  if (words.reminders === undefined && words.dueAt === undefined) return {}
  return { remindAt: computeNextReminder(calendar, { reminders, dueAt, ...words }, now()) }
}

async function checkChange(
  app: UpdateNeeds,
  { em }: Tx,
  { standing, bill, amounts }: { standing: Standing; bill: Bill; amounts: BillAmounts },
): Promise<void> {
  if ((await em.count(BillLine, { bill: bill.id })) > 0)
    throw refuseField('amount', 'is left out: the items have prices', 'conflicting')
  checkAmounts(app, standing, amounts, bill.takesParts)
  const mayMove = await em.count(BillPart, { bill: bill.id, state: ['open', 'paid'] })
  if (mayMove > 0) throw new Refusal('refused_transition', 'Money may be on its way: the amount stays as it is')
}

function passTaken(error: unknown): never {
  throw isUniqueViolation(error) ? refuseField('slug', 'is taken; choose another name', 'taken') : error
}

/** Returns the new amounts; null if they are unchanged. */
function changeAmounts(bill: Bill, { amount, minAmount, maxAmount, proposedAmount }: BillAmounts) {
  if ([amount, minAmount, maxAmount, proposedAmount].every(each => each === undefined)) return null
  if (bill.kind !== 'open') {
    if (amount === undefined) throw refuseField('min_amount', 'goes with the kind open alone', 'conflicting')
    return { amount }
  }
  if (amount !== undefined) throw refuseField('amount', 'is left out where the payer says how much', 'conflicting')
  const proposed = proposedAmount ?? bill.proposedAmount
  return {
    minAmount: minAmount ?? bill.minAmount!,
    maxAmount: maxAmount ?? bill.maxAmount!,
    ...(proposed === null ? {} : { proposedAmount: proposed }),
  }
}

function checkKind({ kind }: Bill, { usesMax, slug, dueAt }: BillChange): void {
  if (kind === 'once' && usesMax) throw refuseField('uses_max', 'goes with bills that many may pay', 'conflicting')
  if (kind === 'once' && slug !== undefined)
    throw refuseField('slug', 'goes with bills that many may pay', 'conflicting')
  if (kind !== 'once' && dueAt) throw refuseField('due_date', 'goes with a bill of one payer', 'conflicting')
}
