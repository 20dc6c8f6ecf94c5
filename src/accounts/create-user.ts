import { randomBytes } from 'node:crypto'
import type { Tx } from '../database/transaction.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import type { Role } from './membership.ts'
import { hashPassword } from './password.ts'

export interface NewUser {
  username: string
  displayName?: string | undefined
  email?: string | undefined
  /** Unset: signs in by another provider alone. */
  password?: string | undefined
  isOperator?: boolean | undefined
  language?: 'id' | 'en' | undefined
  /** The account that the user belongs to from the beginning. */
  member?: { accountId: number; role: Role } | undefined
  /** What to do where the name is taken: refuse, or add three characters (spec 5.5, social sign-in). */
  onTaken?: 'refuse' | 'suffix' | undefined
}

const nameShape = /^[a-z0-9][a-z0-9_.-]{2,38}$/
const reserved = new Set(['admin', 'root', 'system', 'support', 'warung', 'api', 'null', 'undefined'])
const uniqueViolation = '23505'
const suffixesMax = 20

/** Makes a user and returns the id and the name that it got. Refuses `invalid_request` for what is malformed or taken. */
export async function createUser(
  app: Needs<'sql' | 'transaction' | 'now'>,
  asked: NewUser,
): Promise<{ id: number; username: string }> {
  const wanted = asked.username.normalize('NFKC').toLowerCase()
  if (!nameShape.test(wanted) || reserved.has(wanted)) {
    throw refuseField('username', 'is 3 to 39 letters, digits, dots, dashes or underscores, and no reserved word')
  }
  const passwordHash = asked.password === undefined ? null : await hashPassword(asked.password)
  let username = wanted
  for (let attempt = 0; ; attempt++) {
    try {
      const id = await app.transaction('installation', tx => insertUser(app, tx, { ...asked, username }, passwordHash))
      return { id, username }
    } catch (error) {
      const taken = takenField(error)
      if (taken === null) throw error
      if (taken === 'email' || asked.onTaken !== 'suffix' || attempt === suffixesMax) {
        throw refuseField(taken, 'is taken')
      }
      username = `${wanted.slice(0, 35)}-${suffix()}`
    }
  }
}

async function insertUser(app: Needs<'now'>, tx: Tx, asked: NewUser, passwordHash: string | null): Promise<number> {
  const [user] = await tx.query<{ id: number }>(
    `insert into app_user (username, display_name, email, password_hash, is_operator, language, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      asked.username,
      asked.displayName ?? asked.username,
      asked.email?.toLowerCase() ?? null,
      passwordHash,
      asked.isOperator ?? false,
      asked.language ?? 'id',
      app.now(),
    ],
  )
  if (asked.member) {
    const { accountId, role } = asked.member
    await tx.write('insert into membership (account_id, user_id, role, created_at) values ($1, $2, $3, $4)', [
      accountId,
      user!.id,
      role,
      app.now(),
    ])
  }
  return user!.id
}

function takenField(error: unknown): 'username' | 'email' | null {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== uniqueViolation) return null
  return constraint?.includes('email') ? 'email' : 'username'
}

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

function suffix(): string {
  return Array.from(randomBytes(3), byte => alphabet[byte % alphabet.length]).join('')
}
