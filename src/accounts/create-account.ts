import type { Tx } from '../database/transaction.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Membership } from './membership.ts'
import { addWebhookSecret } from './webhook-secret.ts'

export interface NewAccount {
  name: string
  displayName?: string
  email?: string
  isOperator?: boolean
  isVerified?: boolean
  /** Without an end: merchants of their own installation do not rent it. */
  plan?: 'trial' | 'paid' | 'premium' | undefined
  /** Unset: the plan goes on. */
  planEndsAt?: Date | undefined
  /** The user who becomes its owner. */
  ownerId?: number | undefined
}

/**
 * Opens an account with its first webhook secret, all or nothing. In the edition with verification it is not verified until
 * the operator says so. Refuses `invalid_request` for a name or an address that is taken or malformed.
 */
export async function createAccount(
  app: Needs<'sql' | 'transaction' | 'seal' | 'now' | 'config'>,
  asked: NewAccount,
): Promise<{ id: number; name: string }> {
  if (!/^[a-z0-9][a-z0-9_-]{1,38}$/.test(asked.name)) {
    throw refuseField('name', 'is 2 to 39 small letters, digits, dashes or underscores')
  }
  const { name } = asked
  try {
    return await app.transaction('installation', async tx => {
      const id = await insertAccount(app, tx, asked)
      await addWebhookSecret(app, tx, id)
      return { id, name }
    })
  } catch (error) {
    if ((error as { code?: string }).code !== uniqueViolation) throw error
    throw refuseField('name', 'is taken, or the e-mail address is, or there is an operator already')
  }
}

const uniqueViolation = '23505'

async function insertAccount(app: Needs<'now' | 'config'>, tx: Tx, asked: NewAccount): Promise<number> {
  const [account] = await tx.query<{ id: number }>(
    `insert into account (name, display_name, email, is_operator, is_verified, created_at)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [
      asked.name,
      asked.displayName ?? asked.name,
      asked.email ?? null,
      asked.isOperator ?? false,
      asked.isVerified ?? app.config.edition !== 'verification',
      app.now(),
    ],
  )
  if (asked.plan) {
    await tx.write(
      `insert into subscription (account_id, plan, starts_at, ends_at) values ($1, $2, $3, coalesce($4, 'infinity'::timestamptz))`,
      [account!.id, asked.plan, app.now(), asked.planEndsAt ?? null],
    )
  }
  if (asked.ownerId !== undefined) {
    tx.em.create(Membership, { account: account!.id, user: asked.ownerId, role: 'owner', createdAt: app.now() })
    await tx.em.flush()
  }
  return account!.id
}
