import { Delivery } from '../../../callbacks/delivery.ts'
import { failedCallbacksCondition, failedStates } from '../../../callbacks/failed-callbacks-condition.ts'
import { Connection } from '../../../connections/connection.ts'
import { Transfer } from '../../../money/transfer.ts'
import type { Needs } from '../../../needs.ts'
import { Bot } from '../../../notices/bot.ts'
import { MerchantChat } from '../../../notices/merchant-chat.ts'
import { queueFilters } from '../../../orders/list-orders.ts'
import { Order } from '../../../orders/order.ts'
import { type Act, mayDo } from '../../../people/membership.ts'
import { User } from '../../../people/user.ts'
import { listAdditions } from '../../../slots.ts'
import type { Language } from '../../parts/language.ts'
import type { Visit } from '../../parts/visit.ts'

declare module '../../../slots.ts' {
  interface Slots {
    /** Work that waits for the merchant on a page, in addition to money in review. */
    attention: WaitingKind
  }
}

interface WaitingKind {
  path: string
  /** The act that the visitor's role has to include; `read` by default. */
  role?: Act
  text: Record<Language, string>
  count(em: ReturnType<Needs<'em'>['em']>): Promise<number>
}

/** The number of items of each kind that wait for the merchant. */
export interface AttentionCounts {
  transfersInReview: number
  /** The items that modules add. */
  added: (Pick<WaitingKind, 'path' | 'text'> & { count: number })[]
  refundsDue: number
  callbacksFailed: number
  connectionsDown: number
  botsRevoked: number
}

export async function findAttention(app: Needs<'em' | 'slots'>, { account, scope }: Visit): Promise<AttentionCounts> {
  const em = app.em(scope)
  const added: AttentionCounts['added'] = []
  const kinds = listAdditions(app, 'attention').filter(({ role = 'read' }) => mayDo(account.role, role))
  for (const { path, text, count } of kinds) added.push({ path, text, count: await count(em) })
  return {
    transfersInReview: await em.count(Transfer, { state: 'review' }),
    added,
    refundsDue: await em.count(Order, queueFilters.refund),
    callbacksFailed: await em.count(Delivery, failedCallbacksCondition(em, failedStates)),
    connectionsDown: await em.count(Connection, { isActive: true, removedAt: null, failingSince: { $ne: null } }),
    botsRevoked: await em.count(Bot, { state: 'revoked' }),
  }
}

/** Measures that make a shop safer and easier to run, and whether it has taken them. */
export interface FirstSteps {
  hasChat: boolean
  hasSecondStep: boolean
}

export async function findFirstSteps(app: Needs<'em'>, { scope, session }: Visit): Promise<FirstSteps> {
  const user = await app.em('shared').findOneOrFail(User, session.userId, { fields: ['secondStep'] })
  return {
    hasChat: (await app.em(scope).count(MerchantChat, {})) > 0,
    hasSecondStep: user.secondStep !== 'none',
  }
}
