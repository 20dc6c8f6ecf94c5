import { randomBytes } from 'node:crypto'
import { LockMode, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import type { Mode } from '../database/scope.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Customer } from '../orders/customers/customer.ts'
import { Bot } from './bot.ts'

export interface BotRecord {
  /** Telegram's id. */
  id: number
  /** The account; null for the platform bot, of which only one exists. */
  accountId: number | null
  mode: Mode
  username: string
  firstName: string
}

interface NewBotRow extends BotRecord {
  /** Telegram's answer about it. */
  me: object
  sealedToken: string
}

/**
 * Stores a bot that Telegram confirmed, or its changes; it is active from now on. A platform bot replaces the previous
 * one. Refuses `invalid_request` for another account's bot.
 */
export async function storeBot(
  app: Needs<'transaction' | 'now'>,
  input: NewBotRow,
  by: Actor = commandActor,
): Promise<BotRecord> {
  const { id, accountId, ...facts } = input
  await app.transaction('installation', async tx => {
    const { em } = tx
    const place = { account: null, state: 'active' as const, id: { $ne: id } }
    if (accountId === null) await em.nativeUpdate(Bot, place, { state: 'revoked', revokedAt: new Date() })
    const detail = { username: input.username, mode: input.mode }
    await recordAct(app, tx, { accountId, ...by, act: 'bot.added', subject: `bot ${id}`, detail })
    const hookId = randomBytes(18).toString('base64url')
    const row = { ...facts, id, account: accountId, hookId, revokedAt: null, hookedAs: null, pollToken: null }
    const fresh = await em
      .qb(Bot)
      .insert({ ...row, pollHolder: null })
      .onConflict(['id'])
      .ignore()
      .execute()
    if (accountId !== null) await adoptCustomers(em, accountId, id)
    if (fresh.affectedRows === 1) return
    const known = await em.findOneOrFail(Bot, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if ((known.account?.id ?? null) !== accountId) {
      throw refuseField('token', `@${input.username} is the bot of another account`, 'taken')
    }
    const change = { ...facts, state: 'active' as const, revokedAt: null, hookedAs: null, hookAt: raw<Date>('now()') }
    await em.nativeUpdate(Bot, { id }, change)
  })
  const { mode, username, firstName } = input
  return { id, accountId, mode, username, firstName }
}

// An imported account has a placeholder for each bot, with its customers: Telegram has now confirmed that the bot is
// the account's.
async function adoptCustomers(em: EntityManager, accountId: number, id: number): Promise<void> {
  const standIns = await em.find(Bot, { account: accountId, id: { $lt: 0 } })
  const standIn = standIns.find(({ me }) => (me as { id?: unknown }).id === id)
  if (!standIn) return
  await em.nativeUpdate(Customer, { account: accountId, botId: standIn.id }, { botId: id })
  await em.nativeDelete(Bot, { id: standIn.id })
}
