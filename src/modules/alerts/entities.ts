import { Alert } from './alert.ts'
import { AlertSwitch } from './alert-switch.ts'
import { PushKey } from './push-key.ts'
import { PushSubscription } from './push-subscription.ts'

export const alertEntities = [Alert, AlertSwitch, PushKey, PushSubscription]

/** The reasons why these tables of alerts are not archived. */
export const alertExcludedTables = {
  alert: 'messages on their way, which end where they began',
  alert_switch: 'the wishes of people of the other installation, who are other people here',
  push_key: 'the key pair of the other installation',
  push_subscription: 'browsers that trust the key of the other installation: they subscribe anew',
}
