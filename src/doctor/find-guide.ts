import { Account } from '../accounts/account.ts'
import { PlatformGrant } from '../accounts/platform-grant.ts'
import { Product } from '../catalog/product.ts'
import { Connection } from '../connections/connection.ts'
import type { Mode } from '../database/scope.ts'
import { ApiKey } from '../keys/api-key.ts'
import { standingOfAccount } from '../keys/standing.ts'
import { usableMethods } from '../methods/usable-methods.ts'
import type { Needs } from '../needs.ts'
import { Bot } from '../notices/bot.ts'
import { Payment } from '../payments/payment.ts'

export const guideSteps = ['product', 'bot', 'account', 'trial', 'live', 'first'] as const
export type GuideStep = (typeof guideSteps)[number]

/** How far a new shop has got on its way to the first live money. */
export interface Guide {
  /** In their order. Each ticks itself: it is read from what the shop has, and stored nowhere. */
  steps: { id: GuideStep; isDone: boolean }[]
  /** The first step that is not done; null once all are. */
  next: GuideStep | null
  done: number
  isAway: boolean
  /** Whether a live payment could be made now. */
  takesLiveMoney: boolean
}

export type GuideNeeds = Needs<'em' | 'sql' | 'now' | 'edition'>

/** The amount of the first live payment, which the merchants pay to themselves. */
export const firstAmount = 1001

/** Reads the guide of an account. Throws where there is no such account. */
export async function findGuide(app: GuideNeeds, accountId: number): Promise<Guide> {
  return { ...(await readSteps(app, accountId)), isAway: await isPutAway(app, accountId) }
}

/** The same for a home page, which shows none that was put away: then nothing else is read, and it is null. */
export async function findGuideForHome(app: GuideNeeds, accountId: number): Promise<Guide | null> {
  return (await isPutAway(app, accountId)) ? null : { ...(await readSteps(app, accountId)), isAway: false }
}

async function isPutAway(app: GuideNeeds, accountId: number): Promise<boolean> {
  const { guideAwayAt } = await app.em({ accountId }).findOneOrFail(Account, { id: accountId })
  return guideAwayAt !== null
}

async function readSteps(app: GuideNeeds, accountId: number): Promise<Omit<Guide, 'isAway'>> {
  const takesLiveMoney = await canTakeLiveMoney(app, accountId)
  const done: Record<GuideStep, boolean> = {
    product: (await app.em({ accountId }).count(Product, { isActive: true })) > 0,
    bot: (await app.em({ accountId, mode: 'both' }).count(Bot, { state: 'active' })) > 0,
    account: await hasAccountForMoney(app, accountId),
    trial: await hasPaid(app, accountId, 'test'),
    live: takesLiveMoney && (await hasLiveDoor(app, accountId)),
    first: await hasPaid(app, accountId, 'live'),
  }
  const steps = guideSteps.map(id => ({ id, isDone: done[id] }))
  return {
    steps,
    next: steps.find(({ isDone }) => !isDone)?.id ?? null,
    done: steps.filter(({ isDone }) => isDone).length,
    takesLiveMoney,
  }
}

async function canTakeLiveMoney(app: GuideNeeds, accountId: number): Promise<boolean> {
  const standing = await standingOfAccount(app, accountId, 'live')
  return standing !== null && usableMethods(app, standing, firstAmount).length > 0
}

async function hasAccountForMoney(app: GuideNeeds, accountId: number): Promise<boolean> {
  const connected = await app.em({ accountId, mode: 'live' }).count(Connection, { isActive: true, removedAt: null })
  return connected > 0 || (await app.em({ accountId }).count(PlatformGrant, {})) > 0
}

// Customers come in by a bot; a shop that sells by its own site has a key.
async function hasLiveDoor(app: GuideNeeds, accountId: number): Promise<boolean> {
  const em = app.em({ accountId, mode: 'live' })
  return (await em.count(Bot, { state: 'active' })) > 0 || (await em.count(ApiKey, { revokedAt: null })) > 0
}

async function hasPaid(app: GuideNeeds, accountId: number, mode: Mode): Promise<boolean> {
  const em = app.em({ accountId, mode })
  return (await em.findOne(Payment, { status: 'paid' }, { fields: ['invoiceId'] })) !== null
}
