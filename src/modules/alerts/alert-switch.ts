import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { accountFilter } from '../../database/scope.ts'
import { User } from '../../people/user.ts'
import { alertChannels, alertKinds } from './alert.ts'

const AlertSwitchSchema = defineEntity({
  name: 'AlertSwitch',
  tableName: 'alert_switch',
  comment: 'Whether a member wants alerts of a kind by a channel. Without a row: by push, but not by e-mail.',
  filters: accountFilter,
  properties: {
    account: () => owner().primary(),
    user: () => p.manyToOne(User).lazyRef().filters({ caller: false }).primary(),
    channel: p.enum(alertChannels).comment('The channel of the alerts.').primary(),
    kind: p.enum(alertKinds).comment('The events that the alerts are about.').primary(),
    isOn: p.boolean(),
  },
})

export class AlertSwitch extends AlertSwitchSchema.class {}
AlertSwitchSchema.setClass(AlertSwitch)
