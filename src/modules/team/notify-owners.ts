import type { Tx } from '../../database/transaction.ts'
import type { Event } from '../../events/announce.ts'
import { MerchantChat } from '../../notices/merchant-chat.ts'
import { type PlannedNotice, planNotices } from '../../notices/plan-notices.ts'
import { merchantChatsSql } from '../../notices/plan-notices-sql.ts'
import { Membership } from '../../people/membership.ts'

/**
 * Reacts to `approval.asked`: notifies the owners in their chats, and the chats that are linked to the account itself.
 */
export async function notifyOwners(tx: Tx, events: Event<'approval.asked'>[]): Promise<void> {
  const notices: PlannedNotice[] = []
  for (const { accountId, subject: key, payload: data } of events) {
    for (const { bot_id: botId, chat_id: chatId } of await findOwnersChats(tx, accountId)) {
      notices.push({ kind: 'merchant.approval_asked', data, key, accountId, botId, chatId })
    }
  }
  await planNotices(tx, events[0]!.createdAt, notices)
}

async function findOwnersChats(tx: Tx, accountId: number) {
  const { em } = tx
  const owners = await em.find(Membership, { account: accountId, role: 'owner' })
  const ids = new Set(owners.map(({ user }) => user.id))
  const chats = await em.find(MerchantChat, { account: accountId })
  const ofOwners = new Set(chats.filter(({ user }) => !user || ids.has(user.id)).map(({ chatId }) => chatId))
  const linked = await tx.query(merchantChatsSql, { accounts: [accountId] })
  return linked.filter(({ chat_id }) => ofOwners.has(chat_id))
}
