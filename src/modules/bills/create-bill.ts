import type { RequiredEntityData } from '@mikro-orm/core'
import { refuseRedirect } from '../../accounts/refuse-redirect.ts'
import type { Tx } from '../../database/transaction.ts'
import type { Standing } from '../../keys/standing.ts'
import { generateCrockford, generateToken } from '../../lib/ids.ts'
import { refuseField } from '../../lib/refusal.ts'
import { refuseTogether } from '../../lib/refusals/refuse-together.ts'
import type { Needs } from '../../needs.ts'
import type { PricedLine } from '../../orders/price-line.ts'
import { announceBill } from './announce-bill.ts'
import { Bill } from './bill.ts'
import type { BillKind } from './bill-kinds.ts'
import { BillLine } from './bill-line.ts'
import { type BillAmounts, type BillTerms, checkAmounts, checkTotal, makeTermColumns } from './bill-terms.ts'
import { computeNextReminder } from './next-reminder.ts'
import { type BillItem, priceItems, sumLines } from './price-items.ts'

export interface NewBill extends BillTerms, BillAmounts {
  /** The kind; by default `open` with a range of amounts, otherwise `once`. */
  kind?: BillKind | undefined
  title: string
  /** Items from the catalogue, whose current prices determine the amount. */
  items?: readonly BillItem[] | undefined
  takesParts?: boolean | undefined
  isDraft?: boolean | undefined
  /** A key for the request: repeating it returns the same bill. */
  once?: string | undefined
}

type CreateNeeds = Needs<'em' | 'transaction' | 'now' | 'calendar' | 'edition' | 'reactions'>

/**
 * Creates a bill without a payment: the payer creates one on its page. `by` is the creator.
 *
 * Refuses `invalid_request` for invalid fields, `amount_out_of_range`, `method_unavailable`, and as `priceItems` does.
 */
export async function createBill(app: CreateNeeds, standing: Standing, input: NewBill, by: string): Promise<Bill> {
  const kind = input.kind ?? (input.minAmount === undefined && input.maxAmount === undefined ? 'once' : 'open')
  refuseTogether(
    () => checkKind(kind, input),
    () => makeTermColumns(app, input),
  )
  if (!input.items) checkAmounts(app, standing, input, input.takesParts ?? false)
  const words = makeTermColumns(app, input)
  await refuseRedirect(app, standing.accountId, input.redirectUrl)
  const row = {
    asks: [],
    metadata: {},
    ...words,
    remindAt: computeNextReminder(app.calendar, words, app.now()),
    account: standing.accountId,
    mode: standing.mode,
    kind,
    status: input.isDraft ? ('draft' as const) : ('open' as const),
    publicId: `BILL-${generateCrockford(17)}`,
    slug: input.slug ?? generateToken(),
    title: input.title.trim(),
    takesParts: input.takesParts ?? false,
    createdBy: by,
    once: input.once ?? null,
    createdAt: app.now(),
  }
  return app.transaction(standing, async tx => {
    const lines = input.items ? await priceItems(tx, standing, input.items) : []
    const amounts = input.items ? { amount: sumLines(lines) } : input
    if (input.items) checkTotal(app, standing, sumLines(lines))
    return insertBill(app, tx, { standing, row: { ...row, ...pickAmounts(kind, amounts) }, lines })
  })
}

function checkKind(kind: BillKind, input: NewBill): void {
  if (input.items) checkItems(kind, input)
  const { amount, minAmount, maxAmount } = input
  const hasRange = minAmount !== undefined || maxAmount !== undefined || input.proposedAmount !== undefined
  if (kind === 'open') {
    if (amount !== undefined) throw refuseField('amount', 'is left out where the payer says how much', 'conflicting')
    const required = (path: string, value: number | undefined) => () => {
      if (value === undefined) throw refuseField(path, 'is required where the payer says how much', 'missing')
    }
    refuseTogether(required('min_amount', minAmount), required('max_amount', maxAmount))
  } else {
    if (amount === undefined && !input.items) throw refuseField('amount', 'is required', 'missing')
    if (hasRange) throw refuseField('min_amount', 'goes with the kind open alone', 'conflicting')
  }
  checkUses(kind, input)
}

/** Checks the goods: they determine the price, and those for a single payer are reserved as one order. */
function checkItems(kind: BillKind, { amount, takesParts }: NewBill): void {
  if (kind === 'open') throw refuseField('kind', 'is once or many where there are items', 'conflicting')
  if (amount !== undefined) throw refuseField('amount', 'is left out: the items have prices', 'conflicting')
  if (takesParts) throw refuseField('parts', 'does not go with items', 'conflicting')
}

function checkUses(kind: BillKind, { takesParts, usesMax, dueAt, slug }: NewBill): void {
  if (kind === 'once') {
    if (usesMax) throw refuseField('uses_max', 'goes with bills that many may pay', 'conflicting')
    // The payer's data is private, and a chosen slug can be guessed.
    if (slug !== undefined) throw refuseField('slug', 'goes with bills that many may pay', 'conflicting')
    return
  }
  if (takesParts) throw refuseField('parts', 'goes with a bill of one payer', 'conflicting')
  if (dueAt) throw refuseField('due_date', 'goes with a bill of one payer', 'conflicting')
}

function pickAmounts(kind: BillKind, { amount, minAmount, maxAmount, proposedAmount }: BillAmounts) {
  if (kind !== 'open') return { amount: amount!, minAmount: null, maxAmount: null, proposedAmount: null }
  return { amount: null, minAmount: minAmount!, maxAmount: maxAmount!, proposedAmount: proposedAmount ?? null }
}

interface Inserted {
  standing: Standing
  row: RequiredEntityData<Bill>
  lines: PricedLine[]
}

async function insertBill(app: CreateNeeds, tx: Tx, { standing, row, lines }: Inserted): Promise<Bill> {
  const { em } = tx
  const { accountId, mode } = standing
  const [made] = await em.qb(Bill).insert(row).onConflict().ignore().returning('id').execute('all')
  if (made) {
    const bill = await em.findOneOrFail(Bill, { id: (made as { id: number }).id })
    for (const [at, line] of lines.entries()) await em.insert(BillLine, makeLine(bill, line, at + 1))
    await announceBill(app, tx, { type: 'bill.created', bill, at: bill.createdAt })
    return bill
  }
  const same =
    row.once === null || row.once === undefined
      ? null
      : await em.findOne(Bill, { account: accountId, mode, once: row.once })
  if (same) return same
  throw refuseField('slug', 'is taken; choose another name', 'taken')
}

function makeLine({ id, accountId }: Bill, { item, makings }: PricedLine, position: number) {
  const { variant_id, product_name: productName, variant_name: variantName, price, quantity, surcharge } = item
  return {
    account: accountId,
    bill: id,
    variant: variant_id,
    position,
    productName,
    variantName,
    price,
    quantity,
    surcharge,
    makings: makings.map(({ quantity: units, price: added, choices }) => ({ quantity: units, price: added, choices })),
  }
}
