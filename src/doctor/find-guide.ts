import { Account } from '../accounts/account.ts'
import { Product } from '../catalog/product.ts'
import { hasContact } from '../catalog/rules/require-contact.ts'
import type { Mode } from '../database/scope.ts'
import { ApiKey } from '../keys/api-key.ts'
import type { Needs } from '../needs.ts'
import { Bot } from '../notices/bot.ts'
import { confirmedByHandReason } from '../payments/payment-moves.ts'
import { PaymentState } from '../payments/state/payment-state.ts'
import { listAdditions } from '../slots.ts'
import { findMoneyLacks, type MoneyLack } from './find-money-lacks.ts'

declare module '../slots.ts' {
  interface Slots {
    /** A way for customers into the shop that a module provides. */
    shopDoors: ShopDoor
  }
}

export interface ShopDoor {
  /** Its position among the others; the lowest comes first. */
  order: number
  /** The dashboard page that opens it. */
  path: string
  label: Record<'id' | 'en', string>
  /** Returns whether customers can use it. */
  isOpen(app: Needs<'em'>, scope: { accountId: number; mode: Mode | 'both' }): Promise<boolean>
}

export const guideSteps = ['product', 'door', 'account', 'trial', 'live', 'first'] as const
export type GuideStep = (typeof guideSteps)[number]

/** A fact that a step lacks. Without a `connectionId` it belongs to no single connection. */
export type GuideLack = MoneyLack | { code: 'product' | 'door' | 'trial' | 'money' | 'live_door' | 'contact' | 'first' }

export interface StepState {
  id: GuideStep
  isDone: boolean
  /** Everything that is missing; empty once the step is done. */
  lacks: GuideLack[]
}

/** How far a new shop has progressed towards its first live money. */
export interface Guide {
  /** The steps in order. A step is done when its fact exists; nothing of this is stored. */
  steps: StepState[]
  /** The first step that is not done; null once all are. */
  next: StepState | null
  done: number
  isAway: boolean
}

export type GuideNeeds = Needs<'em' | 'sql' | 'now' | 'edition' | 'connectors' | 'slots'>

/** The amount of the first live payment if its method has no proof payment. */
export const firstPaymentAmount = 1001

/** Reads the guide of an account. Throws if the account does not exist. */
export async function findGuide(app: GuideNeeds, accountId: number): Promise<Guide> {
  return { ...(await readSteps(app, accountId)), isAway: await isPutAway(app, accountId) }
}

/** Reads the guide for a home page; null if the account has hidden it. */
export async function findGuideForHome(app: GuideNeeds, accountId: number): Promise<Guide | null> {
  return (await isPutAway(app, accountId)) ? null : { ...(await readSteps(app, accountId)), isAway: false }
}

async function isPutAway(app: GuideNeeds, accountId: number): Promise<boolean> {
  const { guideAwayAt } = await app.em({ accountId }).findOneOrFail(Account, { id: accountId })
  return guideAwayAt !== null
}

async function readSteps(app: GuideNeeds, accountId: number): Promise<Omit<Guide, 'isAway'>> {
  const money = await findMoneyLacks(app, accountId, firstPaymentAmount)
  const unpaid = money.length > 0 ? [{ code: 'money' } as const] : []
  const hasProduct = (await app.em({ accountId }).count(Product, { isActive: true })) > 0
  const lacks: Record<GuideStep, GuideLack[]> = {
    product: listUnless(hasProduct, 'product'),
    door: listUnless(await hasDoor(app, accountId, 'both'), 'door'),
    account: money,
    trial: listUnless(await hasPaid(app, accountId, 'test'), 'trial'),
    live: [
      ...unpaid,
      ...listUnless(await hasDoor(app, accountId, 'live'), 'live_door'),
      ...listUnless(await hasContact(app.em({ accountId }), accountId), 'contact'),
    ],
    first: listUnless(await hasPaid(app, accountId, 'live'), 'first'),
  }
  const steps = guideSteps.map(id => ({ id, isDone: lacks[id].length === 0, lacks: lacks[id] }))
  return {
    steps,
    next: steps.find(({ isDone }) => !isDone) ?? null,
    done: steps.filter(({ isDone }) => isDone).length,
  }
}

function listUnless<Code extends string>(isDone: boolean, code: Code): { code: Code }[] {
  return isDone ? [] : [{ code }]
}

/**
 * Returns whether customers have a way into the shop: one of a module, a bot, or a site of its own, which has a live
 * key.
 */
async function hasDoor(app: GuideNeeds, accountId: number, mode: Mode | 'both'): Promise<boolean> {
  const em = app.em({ accountId, mode })
  for (const door of listAdditions(app, 'shopDoors')) if (await door.isOpen(app, { accountId, mode })) return true
  return (
    (await em.count(Bot, { state: 'active' })) > 0 ||
    (await app.em({ accountId, mode: 'live' }).count(ApiKey, { revokedAt: null })) > 0
  )
}

// A payment that a person confirmed by hand does not prove that money is seen.
async function hasPaid(app: GuideNeeds, accountId: number, mode: Mode): Promise<boolean> {
  const payment = { $or: [{ endReason: null }, { endReason: { $ne: confirmedByHandReason } }] }
  const seen = { status: 'paid', payment } as const
  return (await app.em({ accountId, mode }).findOne(PaymentState, seen, { fields: ['paidAt'] })) !== null
}
