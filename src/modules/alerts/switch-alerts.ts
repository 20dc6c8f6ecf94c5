import type { Needs } from '../../needs.ts'
import { type AlertChannel, type AlertKind, alertChannels, alertKinds } from './alert.ts'
import { AlertSwitch } from './alert-switch.ts'

/** A member of an account. */
export interface AccountMember {
  accountId: number
  userId: number
}

export type AlertSwitches = Record<AlertChannel, Record<AlertKind, boolean>>

/** Returns which alerts a member gets, by channel and kind. */
export async function readAlertSwitches(
  app: Needs<'em'>,
  { accountId, userId }: AccountMember,
): Promise<AlertSwitches> {
  const rows = await app.em({ accountId }).find(AlertSwitch, { user: userId })
  const isOn = (channel: AlertChannel, kind: AlertKind) =>
    rows.find(row => row.channel === channel && row.kind === kind)?.isOn ?? channel === 'push'
  return Object.fromEntries(
    alertChannels.map(channel => [channel, Object.fromEntries(alertKinds.map(kind => [kind, isOn(channel, kind)]))]),
  ) as AlertSwitches
}

/** Stores which kinds a member gets by a channel; the other kinds are off. */
export async function switchAlerts(
  app: Needs<'em'>,
  { accountId, userId }: AccountMember,
  channel: AlertChannel,
  kinds: ReadonlySet<string>,
): Promise<void> {
  const rows = alertKinds.map(kind => ({ account: accountId, user: userId, channel, kind, isOn: kinds.has(kind) }))
  await app.em({ accountId }).upsertMany(AlertSwitch, rows)
}
