import type { EntityManager } from '@mikro-orm/postgresql'
import type { IncomingTransfer } from '../connectors/connector.ts'
import { Hold } from '../payments/hold.ts'
import { type Guess, judgeLikeness, listMistypedAmounts } from './judge-likeness.ts'

const dayMs = 86_400_000
/** Rounding to thousands, and omitting the unique code, stay within this. */
const nearRupiah = 999
const holdsMax = 200

/**
 * Searches the holds on the account that received the money from a day before to a day after; null if nothing is close.
 */
export async function guessPayment(
  em: EntityManager,
  source: { accountId: number; receivingAccountId: number },
  { amount, occurredAt }: Pick<IncomingTransfer, 'amount' | 'occurredAt'>,
  now: Date,
): Promise<Guess | null> {
  const moment = occurredAt ?? now
  const holds = await em.find(
    Hold,
    {
      receivingAccount: source.receivingAccountId,
      account: source.accountId,
      $or: [
        { finalAmount: { $gte: amount - nearRupiah, $lte: amount + nearRupiah } },
        { finalAmount: { $in: [...listMistypedAmounts(amount)] } },
      ],
      heldFrom: { $lte: new Date(moment.getTime() + dayMs) },
      heldUntil: { $gte: new Date(moment.getTime() - dayMs) },
    },
    { populate: ['payment'], orderBy: { heldFrom: 'desc' }, limit: holdsMax },
  )
  const likely = holds.map(({ payment, finalAmount, heldFrom, heldUntil }) => ({
    invoiceId: payment.invoiceId,
    amount: payment.amount,
    finalAmount,
    heldFrom,
    heldUntil,
  }))
  return judgeLikeness(amount, moment, likely)
}
