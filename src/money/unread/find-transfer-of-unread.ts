import type { Needs } from '../../needs.ts'
import { Sighting } from '../sighting.ts'
import type { Transfer } from '../transfer.ts'
import { hashReference } from './hash-reference.ts'
import { UnreadRow } from './unread-row.ts'

type FindNeeds = Needs<'em' | 'seal'>

const dayMs = 86_400_000
const lookedAtMax = 500

/** Returns the stored notification that reported a transfer; null if it was readable, has no text or was deleted. */
export async function findUnreadOfTransfer(
  app: FindNeeds,
  accountId: number,
  transferId: number,
): Promise<UnreadRow | null> {
  const em = app.em({ accountId, mode: 'both' })
  const sightings = (await em.find(Sighting, { transfer: transferId })).filter(hasItsWordsStored)
  if (sightings.length === 0) return null
  const hashes = sightings.flatMap(({ identity }) => hashReference(app, identity, 'all'))
  const connection = { $in: sightings.map(({ connection }) => connection.id) }
  const reported = { connection, referenceHash: { $in: hashes }, reason: 'in_review' as const }
  return em.findOne(UnreadRow, reported, { orderBy: { id: 'desc' } })
}

/** Returns the transfer of an unreadable notification; null if it has none. */
export async function findTransferOfUnread(
  app: FindNeeds,
  accountId: number,
  { connection, packageName, referenceHash, reason, receivedAt }: UnreadRow,
): Promise<Transfer | null> {
  if (reason !== 'in_review') return null
  // A push that fails between its transfer and its text is retried for hours.
  const since = new Date(receivedAt.getTime() - dayMs)
  const sightings = await app
    .em({ accountId, mode: 'both' })
    .find(
      Sighting,
      { connection: connection.id, packageName, seenAt: { $gte: since, $lte: receivedAt } },
      { populate: ['transfer'], orderBy: { id: 'desc' }, limit: lookedAtMax },
    )
  const reported = sightings
    .filter(hasItsWordsStored)
    .find(({ identity }) => hashReference(app, identity, 'all').includes(referenceHash))
  return reported?.transfer ?? null
}

// If an id is repeated with another amount, the stored text is that of the first.
function hasItsWordsStored({ identity, reference, amount }: Sighting): boolean {
  return reference !== `${identity}#${amount}`
}
