import type { IncomingTransfer } from '../connectors/connector.ts'
import { recogniseTransfers } from './recognise-elsewhere.ts'
import { storeSightings } from './recognise-notifications.ts'
import {
  findPayments,
  type Settlement,
  type SettleNeeds,
  settleTogether,
  type TransferSource,
} from './settle-together.ts'
import { storeTransfers } from './transfer-moves.ts'

const triesMax = 3

/**
 * Stores one transfer, once, and in the same transaction settles its payment or puts it in review. A transfer that was
 * stored before changes nothing. If its consequences keep failing, it is stored alone as `unsettled`, for
 * `retryUnsettled`.
 */
export async function settleTransfer(
  app: SettleNeeds,
  source: TransferSource,
  transfer: IncomingTransfer,
): Promise<Settlement> {
  const page = { source, transfers: [transfer], store: storeTransfers }
  for (let attempt = 1; ; attempt++) {
    try {
      const [settlement] = await app.transaction('installation', tx => settleTogether(app, tx, page))
      return settlement!
    } catch (error) {
      app.log.error({ err: error, reference: transfer.reference, attempt }, 'a transfer could not be settled')
      if (attempt === triesMax) return storeUnsettled(app, source, transfer)
    }
  }
}

async function storeUnsettled(
  app: SettleNeeds,
  source: TransferSource,
  transfer: IncomingTransfer,
): Promise<Settlement> {
  return app.transaction('installation', async tx => {
    const now = app.now()
    const recognised = await recogniseTransfers(tx, source, [transfer], now)
    const fresh = recognised.get(transfer)
    if (!fresh) return 'known'
    const [candidate] = await findPayments(tx, source, [fresh], now)
    if (!candidate) return 'known'
    const { payment, method } = candidate
    const alone = {
      // The rule that read it is not stored, so its limits would not apply when it is settled later.
      transfer: fresh.taughtBy === undefined ? fresh : { ...fresh, isUnproved: true },
      state: 'unsettled' as const,
      reason: null,
      late: false,
      payment,
      method,
      likelyInvoiceId: null,
      accountId: payment?.accountId ?? source.accountId,
    }
    const ids = await storeTransfers(tx, source, [alone], now)
    await storeSightings(tx, source, { recognised, ids }, now)
    return ids.size === 0 ? 'known' : 'unsettled'
  })
}
