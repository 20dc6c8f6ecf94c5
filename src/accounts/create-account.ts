import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Account, Subscription } from './entities.ts'
import { addWebhookSecret } from './webhook-secret.ts'

export interface NewAccount {
  name: string
  displayName?: string
  email?: string
  isOperator?: boolean
  isVerified?: boolean
  /** Without an end: merchants of their own installation do not rent it. */
  plan?: 'trial' | 'paid' | 'premium' | undefined
}

/** Opens an account with its first webhook secret. Refuses `invalid_request` for a name or an address that is taken or malformed. */
export async function createAccount(app: Needs<'em' | 'sql' | 'seal' | 'now'>, asked: NewAccount): Promise<Account> {
  if (!/^[a-z0-9][a-z0-9_-]{1,38}$/.test(asked.name)) {
    throw refuseField('name', 'is 2 to 39 small letters, digits, dashes or underscores')
  }
  const em = app.em.fork()
  const account = em.create(Account, {
    name: asked.name,
    displayName: asked.displayName ?? asked.name,
    email: asked.email ?? null,
    defaultCallbackUrl: null,
    isOperator: asked.isOperator ?? false,
    isVerified: asked.isVerified ?? true,
    createdAt: app.now(),
  })
  if (asked.plan) em.create(Subscription, { account, plan: asked.plan, startsAt: app.now() })
  try {
    await em.flush()
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) {
      throw refuseField('name', 'is taken, or the e-mail address is, or there is an operator already')
    }
    throw error
  }
  await addWebhookSecret(app, account.id)
  return account
}
