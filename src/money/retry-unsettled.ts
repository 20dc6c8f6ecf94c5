import { type Loaded, raw } from '@mikro-orm/core'
import type { Needs } from '../needs.ts'
import { type SettleNeeds, type StoreTransfers, settleTogether, type TransferSource } from './settle-together.ts'
import { Transfer } from './transfer.ts'
import { markSettled, postponeSettling } from './transfer-moves.ts'

type RetryNeeds = SettleNeeds & Needs<'connectors' | 'em'>

const unsettledBatchMax = 100

/** Retries transfers that could not be settled. Returns the number of those that succeeded. */
export async function retryUnsettled(app: RetryNeeds): Promise<number> {
  const unsettled = await app
    .em('installation')
    .find(
      Transfer,
      { state: 'unsettled', retryAt: { $lte: raw<Date>('now()') } },
      { populate: ['connection', 'charge'], orderBy: { retryAt: 'asc' }, limit: unsettledBatchMax },
    )
  let settled = 0
  for (const transfer of unsettled) {
    if (await retryOne(app, transfer)) settled++
  }
  return settled
}

type Unsettled = Loaded<Transfer, 'connection' | 'charge'>

async function retryOne(app: RetryNeeds, transfer: Unsettled): Promise<boolean> {
  const page = {
    source: toTransferSource(app, transfer),
    transfers: [transfer.reported()],
    store: storeAgain(transfer.id),
  }
  try {
    const [settlement] = await app.transaction('installation', tx => settleTogether(app, tx, page))
    return settlement !== 'known'
  } catch (error) {
    app.log.error({ err: error, transfer: transfer.id }, 'an unsettled transfer still cannot be settled')
    await postponeSettling(app.em({ accountId: transfer.account.id }), transfer)
    return false
  }
}

function toTransferSource(
  { connectors }: RetryNeeds,
  { connection, receivingAccount, charge }: Unsettled,
): TransferSource {
  return {
    connectionId: connection.id,
    accountId: connection.account.id,
    receivingAccountId: receivingAccount.id,
    window: { ...connectors[connection.connector].window, ...connection.windowOverrides },
    ...(charge && { charge: { id: charge.id, invoiceId: charge.payment.invoiceId, method: charge.method } }),
  }
}

function storeAgain(id: number): StoreTransfers {
  return async ({ em }, _source, [judged]) => {
    const won = await markSettled(em, id, judged!)
    return new Map(won ? [[judged!.transfer.reference, id]] : [])
  }
}
