import { randomBytes } from 'node:crypto'
import { type Actor, recordAct } from '../accounts/audit.ts'
import { forkScoped } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { isUniqueViolation } from '../database/unique-violation.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Identity } from './identities/identity.ts'
import { Membership, type Role } from './membership.ts'
import { hashPassword } from './password.ts'
import { isEmailTaken, normalizeUsername, readEmail, User } from './user.ts'

interface Member {
  accountId: number
  role: Role
}

export interface NewUser {
  username: string
  displayName?: string | undefined
  email?: string | undefined
  /** The password; unset if they only sign in by an identity provider. */
  password?: string | undefined
  isOperator?: boolean | undefined
  language?: 'id' | 'en' | undefined
  /** The account to which the user belongs from the beginning. */
  member?: Member | undefined
  /** The reaction to a taken name: refuse it, or append three characters (contract 5.5, social sign-in). */
  onTaken?: 'refuse' | 'suffix' | undefined
  /**
   * Whether a provider has verified that the address is theirs. Otherwise it is a claim, and others may make the same
   * one.
   */
  isEmailVerified?: boolean | undefined
  /** The identity by which they sign in, written with the user. */
  identity?: Pick<Identity, 'issuer' | 'subject' | 'email'> | undefined
  /** The person who adds the user, for the audit log; unset if the user signed up. */
  by?: Actor | undefined
}

const nameShape = /^[a-z0-9][a-z0-9_.-]{2,38}$/
const reserved = new Set(['admin', 'root', 'system', 'support', 'warung', 'api', 'null', 'undefined'])
const suffixesMax = 20

/** Creates a user and returns its id and name. Refuses `invalid_request` for malformed or taken values. */
export async function createUser(
  app: Needs<'transaction' | 'now'>,
  input: NewUser,
): Promise<{ id: number; username: string }> {
  const wanted = readUsername(input)
  const email = readEmail(input.email ?? '')
  const passwordHash = input.password === undefined ? null : await hashPassword(input.password)
  const withSuffix = () => wanted.slice(0, 36) + drawSuffix()
  let username = reserved.has(wanted) ? withSuffix() : wanted
  for (let attempt = 0; ; attempt++) {
    try {
      return await app.transaction('shared', async tx => {
        const { id } = await writeUser(app, tx, { ...input, username, email, passwordHash })
        return { id, username }
      })
    } catch (error) {
      const field = takenField(error)
      if (field === 'username' && input.onTaken === 'suffix' && attempt < suffixesMax) username = withSuffix()
      else throw field === null ? error : refuseField(field, 'is taken', 'taken')
    }
  }
}

const displayNameMax = 100

/** Refuses `invalid_request` for a name on pages that is empty or too long. */
export function checkDisplayName(name: string): void {
  if (name !== '' && name.length <= displayNameMax) return
  const limits = { code: 'wrong_length', min: 1, max: displayNameMax } as const
  throw refuseField('display_name', `has 1 to ${displayNameMax} characters`, limits)
}

/** Returns the name as it is stored. Refuses `invalid_request` for a reserved or malformed one. */
export function readUsername({ username, onTaken }: Pick<NewUser, 'username' | 'onTaken'>): string {
  const wanted = normalizeUsername(username)
  if (nameShape.test(wanted) && (onTaken === 'suffix' || !reserved.has(wanted))) return wanted
  const error = 'is 3 to 39 letters, digits, dots, dashes or underscores, and no reserved word'
  throw refuseField('username', error, 'malformed')
}

type Ready = Omit<NewUser, 'email'> & { email: string | null; passwordHash: string | null }

async function writeUser(app: Needs<'now'>, tx: Tx, input: Ready): Promise<User> {
  const { username, displayName, email, isOperator, language, member, passwordHash, identity, by } = input
  const { em } = tx
  const createdAt = app.now()
  const user = em.create(User, {
    username,
    displayName: displayName ?? username,
    email,
    emailVerifiedAt: input.isEmailVerified && email !== null ? createdAt : null,
    phone: null,
    passwordHash,
    isOperator: isOperator ?? false,
    language: language ?? 'id',
    chatId: null,
    sealedTotp: null,
    createdAt,
  })
  await em.flush()
  if (member) await addMember(tx, user, member)
  if (identity) em.create(Identity, { ...identity, user, createdAt, usedAt: createdAt })
  if (by) await auditUser(app, tx, user.id, { by, member, isOperator })
  return user
}

async function addMember(tx: Tx, { id, createdAt }: User, { accountId, role }: Member): Promise<void> {
  const em = forkScoped(tx, { accountId })
  em.create(Membership, { account: accountId, user: id, role, createdAt })
  await em.flush()
}

async function auditUser(
  app: Needs<'now'>,
  tx: Tx,
  userId: number,
  { by, member, isOperator }: Pick<NewUser, 'member' | 'isOperator'> & { by: Actor },
): Promise<void> {
  const act = member ? 'member.added' : isOperator ? 'operator.added' : 'user.added'
  const detail = member ? { role: member.role } : {}
  await recordAct(app, tx, { accountId: member?.accountId ?? null, ...by, act, subject: `user ${userId}`, detail })
}

function takenField(error: unknown): 'username' | 'email' | null {
  const { constraint } = error as { constraint?: string }
  if (!isUniqueViolation(error) || constraint?.startsWith('identity')) return null
  return isEmailTaken(error) ? 'email' : 'username'
}

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

function drawSuffix(): string {
  return Array.from(randomBytes(3), byte => alphabet[byte % alphabet.length]).join('')
}
