import type { Mode } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { Sighting } from './sighting.ts'
import type { Transfer } from './transfer.ts'

/** A second sighting of a transfer, as its account sees it. */
export interface SightingView
  extends Pick<Sighting, 'id' | 'amount' | 'packageName' | 'occurredAt' | 'seenAt' | 'payerName' | 'payerApp'> {
  rule: NonNullable<Sighting['mergedBy']>
  /** The transfer that it was merged into. */
  transfer: Pick<Transfer, 'id' | 'payerApp'>
  connectionLabel: string
}

const shownMax = 50

/**
 * Lists the second sightings that were merged into transfers and not split off, of an account in one mode or of one
 * transfer. Newest first, with their number.
 */
export async function listSightings(
  app: Needs<'em'>,
  owner: { accountId: number; mode: Mode },
  transferId?: number,
): Promise<{ sightings: SightingView[]; total: number }> {
  const of = transferId === undefined ? {} : { transfer: transferId }
  const [rows, total] = await app
    .em(owner)
    .findAndCount(
      Sighting,
      { ...of, mergedBy: { $ne: null }, splitAt: null, connection: { mode: owner.mode } },
      { populate: ['connection', 'transfer'], orderBy: { id: 'desc' }, limit: shownMax },
    )
  const sightings = rows.map(row => {
    const { id, amount, packageName, occurredAt, seenAt, payerName, payerApp, mergedBy, transfer, connection } = row
    const view = { id, amount, packageName, occurredAt, seenAt, payerName, payerApp }
    return { ...view, rule: mergedBy!, transfer, connectionLabel: connection.label }
  })
  return { sightings, total }
}
