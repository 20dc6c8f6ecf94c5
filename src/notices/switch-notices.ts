import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import type { Needs } from '../needs.ts'
import { switchableKinds } from './notice.ts'
import { NoticeSwitch } from './notice-switch.ts'

export type SwitchableKind = (typeof switchableKinds)[number]

export interface KindSwitch {
  kind: SwitchableKind
  isOn: boolean
}

/** Returns which kinds of notices the account wants. */
export async function readNoticeSwitches(app: Needs<'em'>, accountId: number): Promise<KindSwitch[]> {
  return switchesIn(app.em({ accountId }))
}

/** Enables or disables these kinds for the account, all or none; unchanged ones are left alone. */
export async function switchNotices(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  switches: readonly KindSwitch[],
  by: Actor = commandActor,
): Promise<void> {
  await app.transaction({ accountId }, async tx => {
    const before = await switchesIn(tx.em)
    const changed = switches.filter(({ kind, isOn }) => before.some(one => one.kind === kind && one.isOn !== isOn))
    if (changed.length === 0) return
    await tx.em.upsertMany(
      NoticeSwitch,
      changed.map(({ kind, isOn }) => ({ account: accountId, kind, isOn })),
    )
    const detail = Object.fromEntries(changed.map(({ kind, isOn }) => [kind, isOn]))
    await recordAct(app, tx, { accountId, ...by, act: 'settings.notices', subject: `account ${accountId}`, detail })
  })
}

async function switchesIn(em: EntityManager): Promise<KindSwitch[]> {
  const rows = await em.find(NoticeSwitch, {})
  return switchableKinds.map(kind => ({ kind, isOn: rows.find(row => row.kind === kind)?.isOn ?? true }))
}
