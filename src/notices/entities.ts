import { Bot } from './bot.ts'
import { InboxUpdate } from './inbox-update.ts'
import { MerchantChat } from './merchant-chat.ts'
import { MerchantLink } from './merchant-link.ts'
import { Notice } from './notice.ts'
import { NoticeSwitch } from './notice-switch.ts'

export const noticeEntities = [Bot, InboxUpdate, Notice, NoticeSwitch, MerchantLink, MerchantChat] as const
