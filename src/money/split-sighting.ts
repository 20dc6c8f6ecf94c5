import { recordAct } from '../accounts/audit.ts'
import { Connection } from '../connections/connection.ts'
import type { Mode } from '../database/scope.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { settleTogether } from './settle-together.ts'
import { Sighting } from './sighting.ts'
import { storeTransfers } from './transfer-moves.ts'

/**
 * Turns a second sighting into a separate transfer, in review, because a person says that the money came twice. A
 * second call changes nothing. Refuses `not_found`.
 */
export async function splitSighting(
  app: Needs<'transaction' | 'now' | 'reactions' | 'connectors' | 'slots' | 'calendar'>,
  owner: { accountId: number; mode: Mode },
  { sightingId, actor }: { sightingId: number; actor: string },
): Promise<void> {
  const { accountId, mode } = owner
  await app.transaction(owner, async tx => {
    const merged = { id: sightingId, mergedBy: { $ne: null }, connection: { mode } }
    const sighting = await tx.em.findOne(Sighting, merged)
    if (!sighting) throw notFound('sighting')
    const split = { splitAt: app.now(), splitBy: actor }
    if ((await tx.em.nativeUpdate(Sighting, { id: sightingId, splitAt: null }, split)) === 0) return
    const { reference, amount, occurredAt, payerName, payerApp, connection, receivingAccount } = sighting
    const { connector, windowOverrides } = await tx.em.findOneOrFail(Connection, connection.id)
    const [settlement] = await settleTogether(app, tx, {
      source: {
        accountId,
        connectionId: connection.id,
        receivingAccountId: receivingAccount.id,
        window: { ...app.connectors[connector].window, ...windowOverrides },
      },
      transfers: [{ reference, amount, occurredAt, payerName, payerApp, isUnproved: true }],
      store: storeTransfers,
    })
    // Rolled back, so that it stays listed as a second sighting.
    if (settlement === 'known') throw new Error('Bug: a sighting was split and its transfer not stored')
    const subject = `transfer ${sighting.transfer.id}`
    await recordAct(app, tx, {
      accountId,
      actor,
      act: 'transfer.split',
      subject,
      detail: { amount, sighting: sightingId },
    })
  })
}
