import { Connection } from '../../../connections/connection.ts'
import type { Mode } from '../../../database/scope.ts'
import { firstPaymentAmount, type GuideNeeds, type GuideStep, type ShopDoor } from '../../../doctor/find-guide.ts'
import { findMoneyLacks, type MoneyLack } from '../../../doctor/find-money-lacks.ts'
import type { Needs } from '../../../needs.ts'
import { PaymentState } from '../../../payments/state/payment-state.ts'
import { listAdditions } from '../../../slots.ts'

interface Place {
  mode: Mode
  path: string
}

const bot = {
  order: 3,
  path: '/dashboard/bots/add',
  label: { id: 'Pasang bot', en: 'Add a bot' },
}

/** The shop's own site. Test keys open nothing for customers, so its page is opened in live mode. */
const api = {
  order: 4,
  path: '/dashboard/keys',
  label: { id: 'Pakai API di situsmu', en: 'Use the API on your site' },
}

/** Returns the ways for customers into a shop that its merchant can open, the usual one first. */
export function listShopDoors(app: Needs<'slots'>): Omit<ShopDoor, 'isOpen'>[] {
  return [...listAdditions(app, 'shopDoors'), bot, api].sort((one, other) => one.order - other.order)
}

/** Returns the address of the form for a step's next action, and its mode. */
export async function findStepPlace(
  app: GuideNeeds,
  accountId: number,
  { step, door }: { step: GuideStep; door?: string | undefined },
): Promise<Place> {
  switch (step) {
    case 'product':
      return { mode: 'test', path: '/dashboard/catalog/new' }
    case 'door': {
      const { path } = listShopDoors(app).find(one => one.path === door) ?? listShopDoors(app)[0]!
      return { mode: path === api.path ? 'live' : 'test', path }
    }
    case 'account':
      return { mode: 'live', path: accountPath(await findMoneyLacks(app, accountId, firstPaymentAmount)) }
    case 'trial': {
      const open = await openPayment(app, accountId, 'test')
      return { mode: 'test', path: open ?? '/dashboard/new-payment' }
    }
    case 'live':
      return { mode: 'live', path: '/dashboard/guide/live' }
    case 'first': {
      const path = (await openPayment(app, accountId, 'live')) ?? (await proofPath(app, accountId))
      return { mode: 'live', path: path ?? `/dashboard/new-payment?amount=${firstPaymentAmount}` }
    }
  }
}

/** Returns the page with the field that the first lack names; the list of connections without one. */
function accountPath(lacks: readonly MoneyLack[]): string {
  const lack = lacks.find(({ connectionId }) => connectionId !== undefined)
  if (!lack) return '/dashboard/connections'
  const page = `/dashboard/connections/${lack.connectionId}`
  return lack.code === 'bank_code' || lack.code === 'wallet_code' ? `${page}/qris` : page
}

/** Returns the page of the newest unpaid payment; null without one. */
async function openPayment(app: Needs<'em'>, accountId: number, mode: Mode): Promise<string | null> {
  const newest = { orderBy: { createdAt: 'desc' } } as const
  const open = await app.em({ accountId, mode }).findOne(PaymentState, { status: 'pending' }, newest)
  return open && `/dashboard/payments/${open.payment.invoiceId}`
}

/** Returns the proof payment of the newest live connection that creates codes; null without one. */
async function proofPath(app: Needs<'em' | 'connectors'>, accountId: number): Promise<string | null> {
  const inUse = { isActive: true, removedAt: null, failingSince: null }
  const connections = await app
    .em({ accountId, mode: 'live' })
    .find(Connection, inUse, { fields: ['id', 'connector'], orderBy: { id: 'desc' } })
  const maker = connections.find(({ connector }) => app.connectors[connector].traits.makesCodes)
  return maker ? `/dashboard/connections/${maker.id}/proof` : null
}
