import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql'
import type { AccountScope } from '../../database/scope.ts'
import { isStorable } from '../../lib/storable.ts'
import type { Needs } from '../../needs.ts'
import type { Payment } from '../../payments/payment.ts'
import { type ChargeKind, CompatCharge, midtransKinds } from './compat-charge.ts'

export interface FoundCharge {
  charge: CompatCharge
  payment: Payment
}

type Scope = Required<AccountScope>

/** Returns the charge that has this transaction id or order id; null if it does not exist. */
export async function findMidtransCharge(app: Needs<'em'>, scope: Scope, id: string): Promise<FoundCharge | null> {
  return findOne(app.em(scope), { kind: { $in: [...midtransKinds] }, $or: [{ id }, { reference: id }] })
}

/** Returns the charge of this kind that has the id; null if it does not exist. */
export async function findCharge(
  app: Needs<'em'>,
  scope: Scope,
  { kind, id }: { kind: ChargeKind; id: string },
): Promise<FoundCharge | null> {
  return findOne(app.em(scope), { kind, id })
}

export interface ChargeFilter {
  kind?: ChargeKind
  reference?: string | undefined
  /** Return only charges that were paid. */
  isPaid?: boolean
  limit: number
}

/** Returns charges, newest first. */
export async function listCharges(
  app: Needs<'em'>,
  scope: Scope,
  { kind, reference, isPaid, limit }: ChargeFilter,
): Promise<FoundCharge[]> {
  const where = {
    ...(kind ? { kind } : {}),
    ...(reference === undefined ? {} : { reference }),
    ...(isPaid ? { payment: { status: 'paid' as const } } : {}),
  }
  const orderBy = { createdAt: 'desc' as const, id: 'desc' as const }
  const charges = await app.em(scope).find(CompatCharge, where, { orderBy, limit, populate: ['payment'] })
  return charges.map(charge => ({ charge, payment: charge.payment }))
}

/** Returns the charge that an address names, without authorisation; null if it does not exist. */
export async function findShownCharge(app: Needs<'em'>, id: string): Promise<FoundCharge | null> {
  if (!isStorable(id)) return null
  return findOne(app.em('installation'), { kind: { $in: [...midtransKinds] }, id })
}

async function findOne(em: EntityManager, where: FilterQuery<CompatCharge>): Promise<FoundCharge | null> {
  const charge = await em.findOne(CompatCharge, where, { populate: ['payment'] })
  return charge && { charge, payment: charge.payment }
}
