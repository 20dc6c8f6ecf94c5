import { LockMode } from '@mikro-orm/core'
import { type Actor, recordAct } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { announceFacts } from '../../events/announce.ts'
import { notFound, Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { ActingMember, SensitiveRequest } from '../../people/guard-act.ts'
import type { SensitiveKind } from '../../people/membership.ts'
import { User } from '../../people/user.ts'
import { Approval } from './approval.ts'
import { MemberLimit, type Permission } from './member-limit.ts'

/** How long an approval can be used, in milliseconds. */
const approvedMs = 3_600_000
/** The maximum number of a member's waiting requests. */
const waitingMax = 20

export type MemberLimits = Record<SensitiveKind, Permission> & { refundMax: number | null }

const unlimited: MemberLimits = { refund: 'yes', discount: 'yes', price: 'yes', stock: 'yes', refundMax: null }

/** Returns the limits of an account's members who have any, by user. */
export async function readLimits({ em }: Needs<'em'>, accountId: number): Promise<Map<number, MemberLimits>> {
  const rows = await em({ accountId }).find(MemberLimit, {})
  return new Map(rows.map(row => [row.user.id, row]))
}

/** Sets a member's permissions for acts that cost money. */
export async function setLimits(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  { userId, ...limits }: MemberLimits & { userId: number },
  by: Actor,
): Promise<void> {
  await app.transaction({ accountId }, async tx => {
    const onConflictFields = ['account', 'user'] as const
    await tx.em.upsert(
      MemberLimit,
      { account: accountId, user: userId, ...limits },
      { onConflictFields: [...onConflictFields] },
    )
    const subject = `user ${userId}`
    await recordAct(app, tx, { accountId, ...by, act: 'member.limited', subject, detail: { ...limits } })
  })
}

type GuardNeeds = Needs<'em' | 'transaction' | 'now' | 'reactions'>

/**
 * Returns whether a member may perform an act now: `may`, or `asked` once an owner was asked to approve it. The act
 * uses up all its approvals. Refuses `forbidden` for acts that the member may never perform.
 */
export async function guardAct(
  app: GuardNeeds,
  { accountId, userId }: ActingMember,
  { kinds, amount, subject }: SensitiveRequest,
): Promise<'may' | 'asked'> {
  const limits = (await app.em({ accountId }).findOne(MemberLimit, { user: userId })) ?? unlimited
  if (kinds.some(kind => limits[kind] === 'no')) {
    throw new Refusal('forbidden', 'Your permissions do not include this')
  }
  const isSmall = limits.refundMax !== null && amount !== null && amount <= limits.refundMax
  const asking = kinds.filter(kind => limits[kind] === 'ask' && !(kind === 'refund' && isSmall))
  if (asking.length === 0) return 'may'
  return app.transaction({ accountId }, async tx => {
    const same = { user: userId, subject }
    const since = new Date(app.now().getTime() - approvedMs)
    const where = { ...same, isApproved: true, usedAt: null, decidedAt: { $gt: since } }
    // The second of two concurrent acts waits here, and finds the approval used.
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const
    const approvals = await tx.em.find(Approval, where, lock)
    const fits = (one: Approval) => one.amount === null || (amount !== null && amount <= one.amount)
    const fitting = asking.map(kind => approvals.find(one => one.kind === kind && fits(one)))
    if (fitting.every(one => one !== undefined)) {
      await tx.em.nativeUpdate(Approval, { id: { $in: fitting.map(({ id }) => id) } }, { usedAt: app.now() })
      return 'may'
    }
    const waiting = await tx.em.find(Approval, { user: userId, decidedAt: null })
    const isWaiting = (kind: SensitiveKind) =>
      waiting.some(one => one.kind === kind && one.subject === subject && one.amount === amount)
    const missing = asking.filter((kind, index) => !fitting[index] && !isWaiting(kind))
    for (const kind of missing.slice(0, Math.max(waitingMax - waiting.length, 0))) {
      await askOwner(app, tx, { accountId, userId }, { kind, amount, subject })
    }
    return 'asked'
  })
}

async function askOwner(
  app: GuardNeeds,
  tx: Tx,
  { accountId, userId }: Pick<ActingMember, 'accountId' | 'userId'>,
  { kind, amount, subject }: Omit<SensitiveRequest, 'kinds'> & { kind: SensitiveKind },
): Promise<void> {
  const undecided = { decidedAt: null, isApproved: null, usedAt: null }
  const createdAt = app.now()
  const asked = { account: accountId, user: userId, subject, kind, amount, askedAt: createdAt, ...undecided }
  const approvalId = await tx.em.insert(Approval, asked)
  const { displayName: member } = await tx.em.findOneOrFail(User, userId, { filters: { caller: false } })
  const payload = { approvalId, member, kind, amount }
  await announceFacts(app, tx, [
    { accountId, type: 'approval.asked', subject: `approval ${approvalId}`, payload, createdAt },
  ])
}

/** Returns the requests that wait for an owner, oldest first. */
export function listApprovals({ em }: Needs<'em'>, accountId: number) {
  const populate = ['user'] as const
  return em({ accountId }).find(Approval, { decidedAt: null }, { populate, orderBy: { id: 'asc' }, limit: 100 })
}

/** Approves or declines an act, once. Refuses `not_found`. */
export async function decideApproval(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  { id, isApproved }: { id: number; isApproved: boolean },
  by: Actor,
): Promise<void> {
  await app.transaction({ accountId }, async tx => {
    const decided = { decidedAt: app.now(), isApproved }
    if ((await tx.em.nativeUpdate(Approval, { id, decidedAt: null }, decided)) === 0) throw notFound('request')
    const subject = `approval ${id}`
    await recordAct(app, tx, { accountId, ...by, act: 'approval.decided', subject, detail: { isApproved } })
  })
}
