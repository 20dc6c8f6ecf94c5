import type { Needs } from '../needs.ts'
import { switchableKinds } from './notice.ts'
import { NoticeSwitch } from './notice-switch.ts'

export type SwitchableKind = (typeof switchableKinds)[number]

/** Which kinds of notices the account wants. */
export async function readSwitches(
  app: Needs<'em'>,
  accountId: number,
): Promise<{ kind: SwitchableKind; isOn: boolean }[]> {
  const rows = await app.em({ accountId }).find(NoticeSwitch, {})
  return switchableKinds.map(kind => ({ kind, isOn: rows.find(row => row.kind === kind)?.isOn ?? true }))
}

/** Switches one kind on or off for the account; the same again changes nothing. */
export async function switchNotices(
  app: Needs<'em'>,
  accountId: number,
  wanted: { kind: SwitchableKind; isOn: boolean },
): Promise<void> {
  await app.em({ accountId }).upsert(NoticeSwitch, { account: accountId, ...wanted })
}
