import { randomBytes } from 'node:crypto'
import { type Actor, recordAct } from '../../accounts/audit.ts'
import { bindToTransaction } from '../../database/bind-to-transaction.ts'
import { forkScoped } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { hashToken } from '../../lib/ids.ts'
import { notFound, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { createUser } from '../../people/create-user.ts'
import { Membership, type Role } from '../../people/membership.ts'
import { Invitation } from './invitation.ts'

const lifetimeMs = 7 * 86_400_000
/** The maximum number of unused invitations per account. */
export const openInvitationsMax = 50
const nameMax = 100

/** Returns the usable invitations of an account, newest first. */
export function listInvitations({ em, now }: Needs<'em' | 'now'>, accountId: number): Promise<Invitation[]> {
  const where = { usedAt: null, expiresAt: { $gt: now() } }
  return em({ accountId }).find(Invitation, where, { orderBy: { id: 'desc' }, limit: openInvitationsMax })
}

/**
 * Creates an invitation valid for seven days and returns its token, which is not stored. Refuses `invalid_request` for
 * a name that is empty or too long, and for too many open invitations.
 */
export async function inviteMember(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  { name, role, userId }: { name: string; role: Role; userId: number },
  by: Actor,
): Promise<string> {
  if (name === '' || name.length > nameMax) {
    throw refuseField('name', `has 1 to ${nameMax} characters`, { code: 'wrong_length', min: 1, max: nameMax })
  }
  const token = randomBytes(24).toString('base64url')
  await app.transaction({ accountId }, async tx => {
    const open = await tx.em.count(Invitation, { usedAt: null, expiresAt: { $gt: app.now() } })
    if (open >= openInvitationsMax) {
      throw refuseField('name', 'is of one invitation too many', { code: 'too_many', max: openInvitationsMax })
    }
    const createdAt = app.now()
    tx.em.create(Invitation, {
      account: accountId,
      tokenHash: hashToken(token),
      name,
      role,
      invitedBy: userId,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + lifetimeMs),
      usedAt: null,
    })
    await tx.em.flush()
    const subject = `account ${accountId}`
    await recordAct(app, tx, { accountId, ...by, act: 'member.invited', subject, detail: { name, role } })
  })
  return token
}

/** Revokes an unused invitation. Refuses `not_found`. */
export async function revokeInvitation(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  id: number,
  by: Actor,
): Promise<void> {
  await app.transaction({ accountId }, async tx => {
    const gone = await tx.em.nativeUpdate(Invitation, { id, usedAt: null }, { expiresAt: app.now() })
    if (gone === 0) throw notFound('invitation')
    const subject = `account ${accountId}`
    await recordAct(app, tx, { accountId, ...by, act: 'member.uninvited', subject, detail: { invitation: id } })
  })
}

/** Returns the invitation of a token that can still be used, or null. */
export function findInvitation({ em, now }: Needs<'em' | 'now'>, token: string): Promise<Invitation | null> {
  return em('installation').findOne(Invitation, usable(token, now()))
}

const usable = (token: string, now: Date) => ({
  tokenHash: hashToken(token),
  usedAt: null,
  expiresAt: { $gt: now },
})

/** Adds a user to the team by an invitation, once. Refuses `not_found` for one that is used or expired. */
export async function joinTeam(app: Needs<'transaction' | 'now'>, token: string, userId: number): Promise<number> {
  return app.transaction('installation', tx => joinBy(app, tx, token, userId))
}

export interface Newcomer {
  username: string
  displayName: string
  password: string
  language: 'id' | 'en'
}

/**
 * Creates a user who joins the team by an invitation: both or neither. Refuses `not_found` as `join` does, and as
 * `createUser` does.
 */
export async function joinAsNewcomer(
  app: Needs<'transaction' | 'now' | 'wake'>,
  token: string,
  newcomer: Newcomer,
): Promise<number> {
  return app.transaction('installation', async tx => {
    const user = await createUser({ ...app, ...bindToTransaction(app, tx) }, newcomer)
    await joinBy(app, tx, token, user.id)
    return user.id
  })
}

async function joinBy(app: Needs<'now'>, tx: Tx, token: string, userId: number): Promise<number> {
  const invitation = await tx.em.findOne(Invitation, usable(token, app.now()))
  // The database decides between two concurrent presses.
  const used = invitation && (await tx.em.nativeUpdate(Invitation, usable(token, app.now()), { usedAt: app.now() }))
  if (!invitation || used === 0) throw notFound('invitation')
  const { role } = invitation
  const accountId = invitation.account.id
  const em = forkScoped(tx, { accountId })
  const member = await em.findOne(Membership, { user: userId })
  // An existing member keeps their role.
  if (!member) {
    em.create(Membership, { account: accountId, user: userId, role, createdAt: app.now() })
    await em.flush()
  }
  const subject = `user ${userId}`
  const acting = { actor: subject, address: null, name: invitation.name }
  await recordAct(app, tx, { accountId, ...acting, act: 'member.joined', subject, detail: { role } })
  return accountId
}
