import type { IncomingTransfer } from '../connectors/connector.ts'
import { type Settlement, type SettleNeeds, settleTogether, type TransferSource } from './settle-together.ts'
import { settleTransfer } from './settle-transfer.ts'
import { storeTransfers } from './transfer-moves.ts'

// Enough to share commits and round trips, but few enough to keep locks short.
const togetherMax = 100

/**
 * Settles the transfers of one reading in this order, a hundred per transaction. If a transaction fails, its transfers
 * are settled one by one, so that a failing reaction delays no other. A repeated reference counts once. Returns the
 * outcomes.
 */
export async function settleTransfers(
  app: SettleNeeds,
  source: TransferSource,
  transfers: IncomingTransfer[],
): Promise<Settlement[]> {
  const settlements: Settlement[] = []
  for (let from = 0; from < transfers.length; from += togetherMax) {
    settlements.push(...(await settlePage(app, source, transfers.slice(from, from + togetherMax))))
  }
  return settlements
}

async function settlePage(
  app: SettleNeeds,
  source: TransferSource,
  transfers: IncomingTransfer[],
): Promise<Settlement[]> {
  const keys = new Set<string>()
  const first = transfers.filter(({ reference }) => !keys.has(reference) && keys.add(reference))
  const outcomes = await settleFirst(app, source, first)
  const byTransfer = new Map(first.map((transfer, place) => [transfer, outcomes[place]!]))
  return transfers.map(transfer => byTransfer.get(transfer) ?? 'known')
}

async function settleFirst(
  app: SettleNeeds,
  source: TransferSource,
  transfers: IncomingTransfer[],
): Promise<Settlement[]> {
  if (transfers.length > 1) {
    try {
      const page = { source, transfers, store: storeTransfers }
      const settlements = await app.transaction('installation', tx => settleTogether(app, tx, page))
      return settlements
    } catch (error) {
      app.log.warn({ err: error, connection: source.connectionId }, 'transfers are settled one by one')
    }
  }
  const settlements: Settlement[] = []
  for (const transfer of transfers) settlements.push(await settleTransfer(app, source, transfer))
  return settlements
}
