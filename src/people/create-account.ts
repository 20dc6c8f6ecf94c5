import type { EntityManager } from '@mikro-orm/postgresql'
import { Account } from '../accounts/account.ts'
import { Subscription } from '../accounts/subscription.ts'
import { endOfTime } from '../database/open-ended.ts'
import type { Tx } from '../database/transaction.ts'
import { isUniqueViolation } from '../database/unique-violation.ts'
import { announceFacts } from '../events/announce.ts'
import { addWebhookSecret } from '../keys/webhook-secret.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Membership } from './membership.ts'
import { readEmail } from './user.ts'

export interface NewAccount {
  name: string
  displayName?: string
  email?: string
  isOperator?: boolean
  isVerified?: boolean
  /** The plan, without an end: merchants with their own installation do not rent it. */
  plan?: 'trial' | 'paid' | 'premium' | undefined
  /** When the plan ends; unset if it does not end. */
  planEndsAt?: Date | undefined
  /** The user who becomes its owner. */
  ownerId?: number | undefined
}

/**
 * Creates an account with its first webhook secret, all or nothing. In the edition with verification it is unverified
 * until the operator verifies it. Refuses `invalid_request` for a name that is taken, and for a malformed name or
 * address.
 */
export async function createAccount(
  app: Needs<'transaction' | 'seal' | 'now' | 'config' | 'reactions'>,
  input: NewAccount,
): Promise<{ id: number; name: string }> {
  const { name } = input
  checkAccountName(name)
  try {
    return await app.transaction('installation', async tx => {
      const account = await writeAccount(app, tx, input)
      await announceOpenedAccount(app, tx, account)
      return { id: account.id, name }
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw refuseField('name', 'is taken, or there is an operator already', 'taken')
  }
}

/** Refuses `invalid_request`. */
export function checkAccountName(name: string): void {
  if (/^[a-z0-9][a-z0-9_-]{1,38}$/.test(name)) return
  throw refuseField('name', 'is 2 to 39 small letters, digits, dashes or underscores', 'malformed')
}

/** Writes an account with its first webhook secret, in a transaction that announces it later. */
export async function writeAccount(app: Needs<'seal' | 'now' | 'config'>, tx: Tx, input: NewAccount): Promise<Account> {
  const account = addAccount(app, tx.em, input)
  await tx.em.flush()
  await addWebhookSecret(app, tx.em, account.id)
  return account
}

/** Announces that an account was opened. */
export async function announceOpenedAccount(app: Needs<'reactions'>, tx: Tx, account: Account): Promise<void> {
  const { id: accountId, name, isOperator, createdAt } = account
  await announceFacts(app, tx, [
    { accountId, type: 'account.opened', subject: `account ${name}`, payload: { isOperator }, createdAt },
  ])
}

function addAccount(app: Needs<'now' | 'config'>, em: EntityManager, input: NewAccount): Account {
  const createdAt = app.now()
  const account = em.create(Account, {
    name: input.name,
    displayName: input.displayName ?? input.name,
    email: readEmail(input.email ?? ''),
    defaultCallbackUrl: null,
    isOperator: input.isOperator ?? false,
    isVerified: input.isVerified ?? app.config.edition !== 'verification',
    createdAt,
  })
  const { plan, planEndsAt, ownerId } = input
  if (plan) em.create(Subscription, { account, plan, startsAt: createdAt, endsAt: planEndsAt ?? endOfTime })
  if (ownerId !== undefined) em.create(Membership, { account, user: ownerId, role: 'owner', createdAt })
  return account
}
