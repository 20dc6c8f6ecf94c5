import type { Module } from '../module.ts'
import { talkAnswerScreen, talkScreen } from './bot/talk.ts'
import { talkNotices } from './bot/talk-notices.ts'
import { clearTalkPictures } from './clear-talk-pictures.ts'
import { countOpenTalks } from './count-open-talks.ts'
import { personalTalk } from './personal-talk.ts'
import { TalkMessage } from './talk-message.ts'
import { talkTables } from './talk-tables.ts'
import { talkTexts } from './texts/talk-texts.ts'

const { id, en } = talkTexts

/** Forwards messages and pictures between a customer and the seller, so that neither learns the other's number. */
export const talk: Module = {
  name: 'talk',
  summary: 'Messages between customers and the seller, in their chats with the bots',
  entities: [TalkMessage],
  archivedTables: talkTables,
  countOpen: countOpenTalks,
  shopScreens: [talkScreen],
  platformScreens: [talkAnswerScreen],
  noticeViews: talkNotices,
  facts: { clearPictures: [clearTalkPictures], personalRows: [personalTalk] },
  slots: {
    botCommands: [
      {
        isPlatform: false,
        after: 'bahasa',
        names: { id: 'tanya', en: 'ask' },
        text: { id: 'Tanya penjual', en: 'Ask the seller' },
      },
    ],
    sellerWays: [
      {
        ask: { text: { id: id.toSeller, en: en.toSeller }, verb: 'ask' },
        send: { text: { id: id.sendThis, en: en.sendThis }, verb: 'sendthis' },
      },
    ],
  },
}
