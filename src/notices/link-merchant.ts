import { createHash, randomBytes } from 'node:crypto'
import { User } from '../accounts/user.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'

const linkLifetimeS = 600

/**
 * A one-time deep link that links the chat of the person who opens it first to the account: `url`, or in words the payload `start`
 * for the bot `username`. Good for 10 minutes. With a user the chat becomes theirs too: codes go to it. Refuses `unavailable` while there is no platform bot.
 */
export async function linkMerchant(
  app: Needs<'sql' | 'transaction' | 'now'>,
  accountId: number,
  userId: number | null = null,
): Promise<{ url: string; start: string; username: string }> {
  const [bot] = await app.sql.query<{ username: string }>(
    `select username from bot where account_id is null and state = 'active'`,
  )
  if (!bot) throw new Refusal('unavailable', 'There is no platform bot yet: add one first')
  const now = app.now()
  const token = randomBytes(32).toString('base64url')
  await app.sql.write(
    'insert into merchant_link (token_hash, account_id, user_id, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [hashOf(token), accountId, userId, now, new Date(now.getTime() + linkLifetimeS * 1000)],
  )
  const start = `m_${token}`
  return { url: `https://t.me/${bot.username}?start=${start}`, start, username: bot.username }
}

export interface MerchantChat {
  chatId: number
  name: string
  language: 'id' | 'en'
}

/**
 * Links the chat to the account of the link; null when the link is unknown, used or over. The same `once` may link again,
 * since an update is handled again after a crash.
 */
export async function acceptMerchantLink(
  app: Needs<'sql' | 'transaction' | 'now' | 'wake'>,
  token: string,
  chat: MerchantChat,
  once: string,
): Promise<{ accountId: number; accountName: string } | null> {
  const now = app.now()
  const linked = await app.transaction('installation', async tx => {
    const [account] = await tx.query<{ accountId: number; accountName: string; owner: number | null }>(
      `update merchant_link l set used_by = $3 from account a
       where l.token_hash = $1 and l.expires_at > $2 and (l.used_by is null or l.used_by = $3) and a.id = l.account_id
       returning a.id as "accountId", a.display_name as "accountName", l.user_id as owner`,
      [hashOf(token), now, once],
    )
    if (!account) return null
    await tx.write(
      `insert into merchant_chat (account_id, chat_id, name, language, linked_at) values ($1, $2, $3, $4, $5)
       on conflict (account_id, chat_id) do update set name = excluded.name, language = excluded.language, blocked_at = null`,
      [account.accountId, chat.chatId, chat.name, chat.language, now],
    )
    if (account.owner !== null) await tx.em.nativeUpdate(User, account.owner, { chatId: chat.chatId })
    return { accountId: account.accountId, accountName: account.accountName }
  })
  return linked
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
