import type { AccountScope } from '../../database/scope.ts'
import { extractPhoneDigits } from '../../lib/phone.ts'
import type { Needs } from '../../needs.ts'
import { lockCards } from './change-card.ts'
import { type CustomerCard, CustomerKey } from './customer-card.ts'
import { fileVisits, makePersonKey, makePhoneKey } from './file-visits.ts'
import { mergeCards, splitCard } from './merge-cards.ts'

type OwnNeeds = Needs<'transaction' | 'em' | 'now'>
interface Person {
  id: number
  name: string
}

/**
 * Returns the card of a person in a chat, with only their own data. Visits filed by a typed number or merged by the
 * merchant are split off first, unless Telegram has verified the number. Null without a card.
 */
export async function findOwnCard(
  app: OwnNeeds,
  scope: Required<AccountScope>,
  { id, name }: Person,
): Promise<number | null> {
  await fileVisits(app, scope)
  const em = app.em(scope)
  const own = await em.findOne(CustomerKey, { key: makePersonKey(id) }, { populate: ['card'] })
  if (!own) return null
  const { id: cardId, isProved, phone, phoneDigits: digits } = own.card as unknown as CustomerCard
  const proved = isProved && phone ? `phone ${digits}` : null
  const keys = await em.find(CustomerKey, { card: cardId })
  const foreign = keys.filter(({ key }) => key !== own.key && key !== proved)
  if (foreign.length === 0) return cardId
  const by = { ...scope, actor: `customer ${id}` }
  const split = await splitCard(app, { cardId, key: own.key, name, phone: proved ? phone : null }, by)
  if (proved && phone) await proveNumber(app, scope, { id, phone })
  return split
}

/** Files orders made with a number on the card of the person to whom it belongs according to Telegram. */
export async function proveNumber(
  app: OwnNeeds,
  scope: Required<AccountScope>,
  { id, phone }: { id: number; phone: string },
): Promise<void> {
  await fileVisits(app, scope)
  const em = app.em(scope)
  const own = await em.findOne(CustomerKey, { key: makePersonKey(id) })
  if (!own) return
  const by = { ...scope, actor: `customer ${id}` }
  const typed = await em.findOne(CustomerKey, { key: makePhoneKey(phone) })
  if (typed && typed.card.id !== own.card.id) {
    const others = await em.count(CustomerKey, { card: typed.card.id, key: { $ne: typed.key } })
    const from = others > 0 ? await splitCard(app, { cardId: typed.card.id, key: typed.key }, by) : typed.card.id
    await mergeCards(app, { from, into: own.card.id }, by)
  }
  await app.transaction(scope, async tx => {
    const [card] = await lockCards(tx, [own.card.id])
    Object.assign(card!, { phone, isProved: extractPhoneDigits(phone) !== '' })
    await tx.em.flush()
    if (!typed) {
      const key = { account: scope.accountId, mode: scope.mode, key: makePhoneKey(phone), card: card!.id }
      await tx.em.upsertMany(CustomerKey, [key], { onConflictAction: 'ignore' })
    }
  })
}
