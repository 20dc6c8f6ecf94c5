import type { Tx } from '../database/transaction.ts'
import { Customer } from '../orders/customers/customer.ts'
import { type NoticeData, type NoticeKind, switchableKinds } from './notice.ts'
import { merchantChatsSql, planSql } from './plan-notices-sql.ts'

type NoticeInput<Kind extends NoticeKind> = {
  [Each in Kind]: {
    kind: Each
    data: NoticeData[Each]
    /** The key that, with the kind and the chat, identifies a notice that is sent once, however often it is planned. */
    key: string
    /** When it is due, by default now; its view then decides whether it is still needed. */
    dueAt?: Date
  }
}[Kind]

/** A notice for a known chat. */
export type PlannedNotice = NoticeInput<NoticeKind> & {
  botId: number
  chatId: number
  accountId: number | null
  /** Kind and key of the notice in the same chat whose message this one changes. */
  edits?: { kind: NoticeKind; key: string } | undefined
}

/** Writes notices in the transaction of their cause; its commit triggers sending them. */
export async function planNotices(tx: Tx, now: Date, notices: PlannedNotice[]): Promise<void> {
  if (notices.length === 0) return
  const planned = notices.map(notice => ({
    bot_id: notice.botId,
    chat_id: notice.chatId,
    account_id: notice.accountId,
    kind: notice.kind,
    dedupe_key: makeDedupeKey(notice, notice),
    edits: notice.edits ? makeDedupeKey(notice.edits, notice) : null,
    data: notice.data,
    due_at: notice.dueAt ?? now,
  }))
  await tx.write(planSql, { planned, now })
  tx.wake('notices')
}

/** Returns the key that makes a notice unique in its chat. */
export function makeDedupeKey(notice: { kind: string; key: string }, chat: { botId: number; chatId: number }): string {
  return `${notice.kind} ${notice.key} ${chat.botId}:${chat.chatId}`
}

export type CustomerNotice = NoticeInput<Extract<NoticeKind, `order.${string}` | `customer.${string}`>> & {
  accountId: number
  customerId: number
  edits?: PlannedNotice['edits']
}

/** Writes a notice for the chat of each customer who has one. */
export async function planCustomerNotices(tx: Tx, now: Date, notices: CustomerNotice[]): Promise<void> {
  if (notices.length === 0) return
  const customers = [...new Set(notices.map(notice => notice.customerId))]
  const chats = await tx.em.find(Customer, { id: { $in: customers } })
  const planned = notices.flatMap(notice =>
    chats
      .filter(chat => chat.id === notice.customerId && chat.hasChat())
      .map(({ botId, chatId }) => ({ ...notice, botId, chatId })),
  )
  await planNotices(tx, now, planned)
}

export type MerchantNotice = NoticeInput<Extract<NoticeKind, `merchant.${string}`>> & {
  accountId: number
  edits?: PlannedNotice['edits']
}

/** Writes a notice for every chat linked to the account, unless the account disabled its kind. */
export async function planMerchantNotices(tx: Tx, now: Date, notices: MerchantNotice[]): Promise<void> {
  if (notices.length === 0) return
  const accounts = [...new Set(notices.map(notice => notice.accountId))]
  const chats = await tx.query(merchantChatsSql, { accounts })
  const planned = notices.flatMap(notice =>
    chats
      .filter(chat => chat.account_id === notice.accountId)
      .filter(chat => !(isSwitchable(notice.kind) && chat.switched_off.includes(notice.kind)))
      .map(({ bot_id: botId, chat_id: chatId }) => ({ ...notice, botId, chatId })),
  )
  await planNotices(tx, now, planned)
}

function isSwitchable(kind: NoticeKind): boolean {
  return (switchableKinds as readonly NoticeKind[]).includes(kind)
}
