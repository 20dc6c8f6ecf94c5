import { Bot } from './bot.ts'
import { Broadcast } from './broadcasts/broadcast.ts'
import { BroadcastRecipient } from './broadcasts/broadcast-recipient.ts'
import { InboxUpdate } from './inbox-update.ts'
import { MerchantChat } from './merchant-chat.ts'
import { MerchantLink } from './merchant-link.ts'
import { Notice } from './notice.ts'
import { NoticeSwitch } from './notice-switch.ts'
import { TalkMessage } from './talk-message.ts'

export const noticeEntities = [
  Bot,
  InboxUpdate,
  Notice,
  NoticeSwitch,
  MerchantLink,
  MerchantChat,
  TalkMessage,
  Broadcast,
  BroadcastRecipient,
] as const
