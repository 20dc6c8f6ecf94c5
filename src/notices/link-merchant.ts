import { randomBytes } from 'node:crypto'
import { Account } from '../accounts/account.ts'
import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { hashToken } from '../lib/ids.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { User } from '../people/user.ts'
import { type ChatAddress, makeChatAddress } from './chat-address.ts'
import { findPlatformBot } from './find-platform-bot.ts'
import { MerchantChat } from './merchant-chat.ts'
import { MerchantLink } from './merchant-link.ts'

const linkLifetimeS = 600

export interface ChatLink extends ChatAddress {
  /** The text to send by hand, and the bot to send it to. */
  start: string
  username: string
}

/**
 * Creates a one-time deep link, valid for 10 minutes, that links the chat of the first person who opens it to the
 * account. With a user the chat also becomes theirs and receives codes. Refuses `unavailable` until a platform bot
 * exists.
 */
export async function linkMerchant(
  app: Needs<'em' | 'transaction' | 'now' | 'config'>,
  accountId: number,
  userId: number | null = null,
  by: Actor = commandActor,
): Promise<ChatLink> {
  const bot = await findPlatformBot(app.em('shared'))
  if (!bot) throw new Refusal('unavailable', 'There is no platform bot yet: add one first')
  const now = app.now()
  const token = randomBytes(32).toString('base64url')
  await app.transaction({ accountId }, async tx => {
    tx.em.create(MerchantLink, {
      tokenHash: hashToken(token),
      account: accountId,
      user: userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + linkLifetimeS * 1000),
      usedBy: null,
    })
    const subject = userId === null ? `account ${accountId}` : `user ${userId}`
    await recordAct(app, tx, { accountId, ...by, act: 'chat.link_made', subject })
  })
  const start = `m_${token}`
  const { username } = bot
  return { ...makeChatAddress(app.config, username, start), start, username }
}

export interface LinkingChat {
  chatId: number
  name: string
  language: 'id' | 'en'
}

/**
 * Links the chat to the account of the link; null if the link is unknown, used or expired. The same `once` may link
 * again, because an update is handled again after a crash.
 */
export async function acceptMerchantLink(
  app: Needs<'transaction' | 'now'>,
  token: string,
  chat: LinkingChat,
  once: string,
): Promise<{ accountId: number; accountName: string } | null> {
  const now = app.now()
  return app.transaction('installation', async ({ em }) => {
    const tokenHash = hashToken(token)
    const open = { tokenHash, expiresAt: { $gt: now }, $or: [{ usedBy: null }, { usedBy: once }] }
    if ((await em.nativeUpdate(MerchantLink, open, { usedBy: once })) === 0) return null
    const link = await em.findOneOrFail(MerchantLink, { tokenHash })
    const account = await em.findOneOrFail(Account, { id: link.account.id })
    await em.upsert(
      MerchantChat,
      { ...chat, account: account.id, user: link.user?.id ?? null, linkedAt: now, blockedAt: null },
      { onConflictFields: ['account', 'chatId'], onConflictExcludeFields: ['linkedAt'] },
    )
    if (link.user) await em.nativeUpdate(User, { id: link.user.id }, { chatId: chat.chatId })
    return { accountId: account.id, accountName: account.displayName }
  })
}
