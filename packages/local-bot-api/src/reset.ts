import { publishNews } from './news.ts'
import type { Room } from './room.ts'

/**
 * Deletes chats and people, with everything that waits for the bots, and ends faults and update modes. Bots, their
 * settings and tokens stay, and counters continue, so that ids are never reused.
 */
export async function resetChats(room: Room): Promise<void> {
  await room.sql.transaction(async tx => {
    // The order is fixed, so that a reset and a delivery cannot deadlock.
    await tx.write('delete from local_bot_api.update_queue')
    await tx.write('delete from local_bot_api.callback_query')
    await tx.write('delete from local_bot_api.checkout')
    await tx.write('delete from local_bot_api.invoice')
    await tx.write('delete from local_bot_api.inline_query')
    await tx.write('delete from local_bot_api.message')
    await tx.write('delete from local_bot_api.chat')
    await tx.write('delete from local_bot_api.person')
    await tx.write('delete from local_bot_api.fault')
    await tx.write("delete from local_bot_api.setting where name = 'update_mode'")
    await tx.write('update local_bot_api.bot set inline_feedback = true where not inline_feedback')
    await tx.write("update local_bot_api.bot set update_mode = 'normal', delay_ms = 0 where update_mode <> 'normal'")
  })
  await publishNews(room, 'reset', {})
}
