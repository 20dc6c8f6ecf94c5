import { makePress } from '../../../bot/telegram/message.ts'
import { createBoundedPool } from '../../lib/bounded-pool.ts'
import type { Module } from '../module.ts'
import { broadcastNotices } from './bot/broadcast-notices.ts'
import { merchantBroadcastScreen } from './bot/merchant-broadcast.ts'
import { Broadcast } from './broadcast.ts'
import { BroadcastRecipient } from './broadcast-recipient.ts'
import { countOpenBroadcasts } from './count-open-broadcasts.ts'
import { sendBroadcasts } from './send-broadcasts.ts'

// Each belongs to another bot, and respects that bot's rate limit.
const broadcastsMax = 20
/** A broadcast is sent one second at a time, with a shorter pause than this in between. */
const pauseMs = 5_000
const soonMs = 250
const laterMs = 30_000

/** One message of a merchant to many customers of a bot. */
export const broadcasts: Module = {
  name: 'broadcasts',
  summary: 'Messages of a merchant to many customers',
  entities: [Broadcast, BroadcastRecipient],
  leftOutTables: {
    broadcast: 'a message of the bot there',
    broadcast_recipient: 'a message of the bot there',
  },
  countOpen: countOpenBroadcasts,
  platformScreens: [merchantBroadcastScreen],
  noticeViews: broadcastNotices,
  botWork({ app, messenger }) {
    const pool = createBoundedPool(broadcastsMax)
    let sentAt = 0
    return [
      {
        name: 'broadcasts',
        due: "from broadcast where state = 'sending' and next_at <= :now",
        pool,
        everyMs: () => (Date.now() - sentAt < pauseMs ? soonMs : laterMs),
        channels: ['broadcasts'],
        async work() {
          if ((await pool.start(room => sendBroadcasts({ ...app, messenger }, room))) > 0) sentAt = Date.now()
        },
        failure: 'broadcasts could not be claimed',
      },
    ]
  },
  facts: {
    dueLeases: [
      {
        entity: Broadcast,
        table: 'broadcast',
        due: 'nextAt',
        waiting: { state: 'sending' },
        waitingSql: "state = 'sending'",
        channel: 'broadcasts',
      },
    ],
    clearPictures: [
      (em, pictures) => {
        const storageKeys = pictures.map(({ storageKey }) => storageKey)
        return em.nativeUpdate(Broadcast, { storageKey: { $in: storageKeys } }, { storageKey: null })
      },
    ],
    oldRows: [
      {
        table: 'broadcast_recipient',
        days: 'notices',
        // By key, so that many newer rows do not slow it down.
        isOld: 'broadcast_id = any(array(select id from broadcast where ended_at < :before))',
      },
    ],
  },
  slots: {
    botCommands: [
      {
        isPlatform: true,
        after: 'aturan',
        names: { id: 'siaran', en: 'broadcast' },
        text: { id: 'Kirim promo ke pelanggan', en: 'Send a promotion to customers' },
      },
    ],
    homeTools: [{ order: 50, text: { id: '📣 Siaran', en: '📣 Broadcast' }, press: makePress('siaran') }],
  },
}
