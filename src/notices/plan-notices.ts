import type { Sql } from '../lib/sql.ts'
import { type NoticeData, type NoticeKind, switchableKinds } from './notice.ts'

type Told<Kind extends NoticeKind> = {
  [Each in Kind]: {
    kind: Each
    data: NoticeData[Each]
    /** With the kind and the chat it makes the notice one that is sent once, however often it is planned. */
    key: string
  }
}[Kind]

/** A notice for a chat that is known. */
export type PlannedNotice = Told<NoticeKind> & {
  botId: number
  chatId: number
  accountId: number | null
  /** Kind and key of the notice in the same chat whose message this one changes. */
  edits?: { kind: NoticeKind; key: string } | undefined
}

/** Writes notices in the transaction of what caused them; `app.wake.notify('notices')` after it sends them at once. */
export async function planNotices(tx: Sql, now: Date, notices: PlannedNotice[]): Promise<void> {
  if (notices.length === 0) return
  await tx.write(
    `insert into notice (bot_id, chat_id, account_id, kind, dedupe_key, edits, data, next_at, created_at)
     select n.*, $8::timestamptz, $8::timestamptz
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::jsonb[]) as n
     on conflict (dedupe_key) do nothing`,
    [
      notices.map(notice => notice.botId),
      notices.map(notice => notice.chatId),
      notices.map(notice => notice.accountId),
      notices.map(notice => notice.kind),
      notices.map(notice => dedupeKey(notice, notice)),
      notices.map(notice => (notice.edits ? dedupeKey(notice.edits, notice) : null)),
      notices.map(notice => JSON.stringify(notice.data)),
      now,
    ],
  )
}

function dedupeKey(what: { kind: string; key: string }, where: { botId: number; chatId: number }): string {
  return `${what.kind} ${what.key} ${where.botId}:${where.chatId}`
}

export type CustomerNotice = Told<Extract<NoticeKind, `order.${string}`>> & {
  accountId: number
  customerId: number
  edits?: PlannedNotice['edits']
}

/** Writes a notice for the chat of each customer. */
export async function planCustomerNotices(tx: Sql, now: Date, notices: CustomerNotice[]): Promise<void> {
  if (notices.length === 0) return
  const chats = await tx.query<{ customerId: number; botId: number; chatId: number }>(
    'select id as "customerId", bot_id as "botId", chat_id as "chatId" from customer where id = any ($1::bigint[])',
    [[...new Set(notices.map(notice => notice.customerId))]],
  )
  const planned = notices.flatMap(notice =>
    chats
      .filter(chat => chat.customerId === notice.customerId)
      .map(({ botId, chatId }) => ({ ...notice, botId, chatId })),
  )
  await planNotices(tx, now, planned)
}

export type MerchantNotice = Told<Extract<NoticeKind, `merchant.${string}`>> & {
  accountId: number
  edits?: PlannedNotice['edits']
}

/** Writes a notice for every chat that the account is linked to, unless the account switched its kind off. */
export async function planMerchantNotices(tx: Sql, now: Date, notices: MerchantNotice[]): Promise<void> {
  if (notices.length === 0) return
  const chats = await tx.query<{ accountId: number; chatId: number; botId: number; switchedOff: string[] }>(
    `select m.account_id as "accountId", m.chat_id as "chatId", b.id as "botId", array(
       select s.kind from notice_switch s where s.account_id = m.account_id and not s.is_on) as "switchedOff"
     from merchant_chat m join bot b on b.account_id is null and b.state = 'active'
     where m.account_id = any ($1::bigint[]) and m.blocked_at is null`,
    [[...new Set(notices.map(notice => notice.accountId))]],
  )
  const planned = notices.flatMap(notice =>
    chats
      .filter(chat => chat.accountId === notice.accountId)
      .filter(chat => !(isSwitchable(notice.kind) && chat.switchedOff.includes(notice.kind)))
      .map(({ botId, chatId }) => ({ ...notice, botId, chatId })),
  )
  await planNotices(tx, now, planned)
}

function isSwitchable(kind: NoticeKind): boolean {
  return (switchableKinds as readonly NoticeKind[]).includes(kind)
}
