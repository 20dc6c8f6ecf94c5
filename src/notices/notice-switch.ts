import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../accounts/account.ts'
import { accountFilter } from '../database/scope.ts'
import type { NoticeKind } from './notice.ts'

const NoticeSwitchSchema = defineEntity({
  name: 'NoticeSwitch',
  tableName: 'notice_switch',
  comment: 'Whether an account wants a kind of notice. Without a row it does.',
  filters: accountFilter,
  properties: {
    account: () => owner().primary(),
    kind: p.text().$type<NoticeKind>().primary(),
    isOn: p.boolean(),
  },
})

export class NoticeSwitch extends NoticeSwitchSchema.class {}
NoticeSwitchSchema.setClass(NoticeSwitch)
