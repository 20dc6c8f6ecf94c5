import type { Tx } from '../../database/transaction.ts'
import { findPlatformBot } from '../../notices/find-platform-bot.ts'
import type { PlannedNotice } from '../../notices/plan-notices.ts'
import type { Broadcast } from './broadcast.ts'

/**
 * Returns the notice that shows the author the progress of their broadcast: a message first, later updates of it. Empty
 * without a platform bot.
 */
export async function makeBroadcastReport(
  tx: Tx,
  { id, account, authorChatId }: Broadcast,
  step: number | 'end',
): Promise<PlannedNotice[]> {
  const platform = await findPlatformBot(tx.em)
  if (!platform) return []
  const first = { kind: 'merchant.broadcast' as const, key: String(id) }
  const notice = {
    kind: first.kind,
    key: step === 0 ? first.key : `${id} ${step}`,
    ...(step === 0 ? {} : { edits: first }),
    data: { broadcastId: id },
  }
  return [{ ...notice, botId: platform.id, chatId: authorChatId, accountId: account.id }]
}
