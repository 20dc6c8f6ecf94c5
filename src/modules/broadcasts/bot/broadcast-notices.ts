import type { NoticeViewsOf } from '../../../../bot/notices/notice-view.ts'
import { Broadcast } from '../broadcast.ts'
import type { BroadcastNotices } from '../broadcast-words.ts'
import { findBroadcast } from '../find-broadcast.ts'
import { renderBroadcast } from './broadcast-message.ts'
import { progressView } from './merchant-broadcast.ts'

/** The messages of broadcasts: to each customer, and to their author. */
export const broadcastNotices: NoticeViewsOf<keyof BroadcastNotices> = {
  async 'customer.broadcast'({ app, accountId, language, t }, { broadcastId }) {
    const broadcast = await app.em({ accountId: accountId! }).findOne(Broadcast, { id: broadcastId })
    return broadcast && renderBroadcast(app, broadcast, { language, t })
  },

  async 'merchant.broadcast'({ app, accountId, language }, { broadcastId }) {
    const found = await findBroadcast(app, [accountId!], broadcastId)
    return found && progressView(found, { language })
  },
}
