import { raw } from '@mikro-orm/core'
import type { Needs } from '../../needs.ts'
import { Broadcast, type Segment, segments } from './broadcast.ts'
import { BroadcastRecipient, recipientStates } from './broadcast-recipient.ts'
import { selectCustomers } from './segment.ts'

type State = (typeof recipientStates)[number]

export interface BroadcastView {
  broadcast: Broadcast
  /** The number of chats in each state; all 0 before it starts. */
  counts: Record<State, number> & { total: number }
}

/** Returns a broadcast of these accounts and its progress; null for a broadcast of another account. */
export async function findBroadcast(
  app: Needs<'em'>,
  accountIds: number[],
  broadcastId: number,
): Promise<BroadcastView | null> {
  const em = app.em({ accountIds })
  const broadcast = await em.findOne(Broadcast, broadcastId)
  if (!broadcast) return null
  const rows = await em
    .qb(BroadcastRecipient, 'r')
    .select(['r.state', raw('count(*) as count')])
    .where({ broadcast: broadcastId })
    .groupBy('r.state')
    .execute<{ state: State; count: string }[]>('all')
  const counted = recipientStates.map(
    state => [state, Number(rows.find(row => row.state === state)?.count ?? 0)] as const,
  )
  const total = counted.reduce((sum, [, count]) => sum + count, 0)
  return { broadcast, counts: { ...(Object.fromEntries(counted) as Record<State, number>), total } }
}

/** Returns the current number of customers in each segment. */
export async function countSegments(
  app: Needs<'now' | 'slowly'>,
  broadcast: Broadcast,
): Promise<Record<Segment, number>> {
  const scope = { accountId: broadcast.account.id, mode: 'both' } as const
  // Sequentially, in one turn of the account.
  const counts = await app.slowly(async ({ em }) => {
    const found: number[] = []
    for (const segment of segments)
      found.push(await selectCustomers(em(scope), broadcast, segment, app.now()).getCount())
    return found
  }, scope)
  return Object.fromEntries(segments.map((segment, at) => [segment, counts[at]!])) as Record<Segment, number>
}
