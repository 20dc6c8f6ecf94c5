import { Bot } from './bot.ts'
import { InboxUpdate } from './inbox-update.ts'
import { MerchantChat } from './merchant-chat.ts'
import { MerchantLink } from './merchant-link.ts'
import { Notice } from './notice.ts'
import { NoticeSwitch } from './notice-switch.ts'
import { TalkMessage } from './talk-message.ts'

export const noticeEntities = [Bot, InboxUpdate, Notice, NoticeSwitch, MerchantLink, MerchantChat, TalkMessage] as const
