import { randomUUID } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { findInTurns } from '../../database/find-in-turns.ts'
import { leaseHolder, whileHeld } from '../../lib/holder.ts'
import type { StartedWork } from '../../lib/started.ts'
import type { Needs } from '../../needs.ts'
import { Bill } from './bill.ts'
import { BillCard } from './bill-card.ts'

export interface ShownCard {
  botId: number
  inlineMessageId: string
  language: 'id' | 'en'
  bill: Bill
}

/** Edits messages at Telegram; implemented by the bot, because the core does not know Telegram. */
export interface CardPainter {
  /**
   * Makes the message show the bill. Resolves to `shown`, even if it already did, `gone` if it can never be edited
   * again, or the seconds until a retry. Rejects if the outcome is unknown.
   */
  paint(card: ShownCard): Promise<'shown' | 'gone' | number>
}

type SendNeeds = Needs<'em' | 'now' | 'log'> & { painter: CardPainter }

const retryMs = 30_000
const released = { leaseToken: null, leaseHolder: null }

/** Finds cards that show an outdated bill, for the bots' sweep. */
export const dueCardsSql = 'from bill_card where edit_at <= :now'

/** The maximum number of concurrent card edits per bot, so that a hanging bot does not block the others. */
const perBotMax = 8

export function findDueCards(em: EntityManager, now: Date, limit: number): Promise<BillCard[]> {
  const due = { editAt: { $lte: now } }
  const underWay = { leaseToken: { $ne: null }, editAt: { $gt: now } }
  return findInTurns(em, BillCard, {
    due,
    dueAt: 'editAt',
    underWay,
    owner: 'botId',
    ownerId: ({ botId }) => botId,
    share: perBotMax,
    limit,
  })
}

/**
 * Edits the cards whose bills have changed; bots take turns. Telegram accepts identical edits, so a card with an
 * unknown outcome is edited again half a minute later, and one of a dead process within seconds.
 */
export async function sendBillCards(app: SendNeeds, limit: number): Promise<StartedWork> {
  const now = app.now()
  const em = app.em('installation')
  const due = await findDueCards(em, now, limit)
  const work: Promise<void>[] = []
  for (const card of due) {
    const { inlineMessageId, editAt } = card
    const until = new Date(now.getTime() + retryMs)
    const lease = { leaseToken: randomUUID(), leaseHolder: leaseHolder }
    const mine = await em.nativeUpdate(BillCard, { inlineMessageId, editAt }, { editAt: until, ...lease })
    if (mine === 1) work.push(whileHeld([lease.leaseToken], () => paintCard(app, card, { until, ...lease })))
  }
  return { work }
}

// If the bill changes during the edit, the card becomes due again: the update below then does not match it.
async function paintCard(
  app: SendNeeds,
  card: BillCard,
  { until, leaseToken }: { until: Date; leaseToken: string },
): Promise<void> {
  const { inlineMessageId, botId, language } = card
  const em = app.em('installation')
  try {
    const bill = await em.findOneOrFail(Bill, card.bill.id, { refresh: true })
    const outcome = await app.painter.paint({ botId, inlineMessageId, language, bill })
    const editAt = typeof outcome === 'number' ? new Date(app.now().getTime() + outcome * 1000) : null
    await em.nativeUpdate(BillCard, { inlineMessageId, editAt: until }, { editAt, ...released })
  } catch (error) {
    app.log.error({ err: error, bill: card.bill.id }, 'the card of a bill could not be changed yet')
    await em.nativeUpdate(BillCard, { inlineMessageId, leaseToken }, released)
  }
}
