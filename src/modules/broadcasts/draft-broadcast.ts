import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { dropPicture, storePicture } from '../../goods/store-picture.ts'
import { notFound, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Bot } from '../../notices/bot.ts'
import { Broadcast, broadcastTextMax } from './broadcast.ts'

export interface BroadcastDraft {
  botId: number
  authorChatId: number
  text: string
  /** The uploaded picture, which is re-encoded. */
  picture: Buffer | null
  once: string
}

/**
 * Stores a message to many customers without sending it, and returns its id; repeating `once` returns the same one.
 * Refuses `not_found` for a bot of another account, `invalid_request` for the text, and as `storePicture` does.
 */
export async function draftBroadcast(
  app: Needs<'em' | 'transaction' | 'config' | 'goods' | 'images' | 'now'>,
  accountIds: number[],
  { botId, authorChatId, text, picture, once }: BroadcastDraft,
): Promise<number> {
  const words = text.trim()
  if (words === '' || words.length > broadcastTextMax)
    throw refuseField('text', `has 1 to ${broadcastTextMax} characters`, {
      code: 'wrong_length',
      min: 1,
      max: broadcastTextMax,
    })
  const em = app.em({ accountIds })
  const bot = await em.findOne(Bot, { id: botId, state: 'active' })
  if (!bot?.account) throw notFound('bot')
  const known = await em.findOne(Broadcast, { once })
  if (known) return known.id
  const owner = { accountId: bot.account.id, kind: 'broadcast' as const }
  const storageKey = picture && (await storePicture(app, owner, { name: 'broadcast.jpg', bytes: picture }))
  const now = app.now()
  const draft = em.create(Broadcast, {
    account: bot.account.id,
    bot: botId,
    authorChatId,
    text: words,
    storageKey,
    once,
    state: 'draft',
    segment: null,
    nextAt: now,
    leaseToken: null,
    leaseHolder: null,
    reportedAt: null,
    createdAt: now,
    startedAt: null,
    endedAt: null,
  })
  try {
    await em.flush()
    return draft.id
  } catch (error) {
    if (storageKey) await dropPicture(app, owner.accountId, storageKey)
    // Two processes handled this press at the same moment.
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    return (await app.em({ accountIds }).findOneOrFail(Broadcast, { once })).id
  }
}
