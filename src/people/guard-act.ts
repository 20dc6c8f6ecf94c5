import type { Needs } from '../needs.ts'
import { listAdditions } from '../slots.ts'
import { mayDo, type Role, type SensitiveKind } from './membership.ts'

/** A member of an account, with their current role. */
export interface ActingMember {
  accountId: number
  userId: number
  role: Role
}

/** An act that an account may limit by member. */
export interface SensitiveRequest {
  /** All kinds of the act; empty for an act that is not limited. */
  kinds: readonly SensitiveKind[]
  /** The amount of a refund in whole rupiah; null for any other act, and for the entire remainder. */
  amount: number | null
  /** The page of its subject. */
  subject: string
}

type GuardNeeds = Needs<'em' | 'transaction' | 'now' | 'reactions'>

declare module '../slots.ts' {
  interface Slots {
    /**
     * Limits sensitive acts by member: `may` for one that may run, and `asked` for one that an owner was asked to
     * approve. Refuses `forbidden`.
     */
    actGuards(app: GuardNeeds, doer: ActingMember, request: SensitiveRequest): Promise<'may' | 'asked'>
  }
}

/** Returns whether a sensitive act may run; if not, an owner was asked to approve it. Refuses `forbidden`. */
export async function mayActNow(
  app: GuardNeeds & Needs<'slots'>,
  doer: ActingMember,
  request: SensitiveRequest,
): Promise<boolean> {
  if (request.kinds.length === 0 || mayDo(doer.role, 'settings')) return true
  for (const guard of listAdditions(app, 'actGuards')) if ((await guard(app, doer, request)) === 'asked') return false
  return true
}
