import { Bot } from './bot.ts'
import { MerchantChat } from './merchant-chat.ts'
import { MerchantLink } from './merchant-link.ts'
import { Notice } from './notice.ts'
import { NoticeSwitch } from './notice-switch.ts'

export const noticeEntities = [Bot, Notice, NoticeSwitch, MerchantLink, MerchantChat] as const
