import type { Needs } from '../../needs.ts'
import { type AlertChannel, type AlertKind, alertChannels, alertKinds } from './alert.ts'
import { AlertSwitch } from './alert-switch.ts'

/** A member of an account. */
export interface Member {
  accountId: number
  userId: number
}

export type Switches = Record<AlertChannel, Record<AlertKind, boolean>>

/** Returns which alerts a member gets, by channel and kind. */
export async function readAlertSwitches(app: Needs<'em'>, { accountId, userId }: Member): Promise<Switches> {
  const rows = await app.em({ accountId }).find(AlertSwitch, { user: userId })
  const isOn = (channel: AlertChannel, kind: AlertKind) =>
    rows.find(row => row.channel === channel && row.kind === kind)?.isOn ?? channel === 'push'
  return Object.fromEntries(
    alertChannels.map(channel => [channel, Object.fromEntries(alertKinds.map(kind => [kind, isOn(channel, kind)]))]),
  ) as Switches
}

/** Stores which kinds a member gets by a channel; the other kinds are off. */
export async function switchAlerts(
  app: Needs<'em'>,
  { accountId, userId }: Member,
  channel: AlertChannel,
  kinds: ReadonlySet<string>,
): Promise<void> {
  const rows = alertKinds.map(kind => ({ account: accountId, user: userId, channel, kind, isOn: kinds.has(kind) }))
  await app.em({ accountId }).upsertMany(AlertSwitch, rows)
}
