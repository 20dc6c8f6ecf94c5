import { type Loaded, raw } from '@mikro-orm/core'
import type { IncomingTransfer } from '../connectors/connector.ts'
import type { Needs } from '../needs.ts'
import { type SettleNeeds, type Store, settleTogether, type TransferSource } from './settle-together.ts'
import { Transfer } from './transfer.ts'

type RetryNeeds = SettleNeeds & Needs<'connectors' | 'em'>

const unsettledBatchMax = 100
const pauseSMin = 5
const pauseSMax = 300

/** Tries again what could not be settled. Returns how many were. */
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
  const page = { source: sourceOf(app, transfer), transfers: [incoming(transfer)], store: updateUnsettled(transfer.id) }
  try {
    const [settlement] = await app.transaction('installation', tx => settleTogether(app, tx, page))
    return settlement !== 'known'
  } catch (error) {
    const { id, failures } = transfer
    app.log.error({ err: error, transfer: id }, 'an unsettled transfer still cannot be settled')
    const retryAt = raw<Date>('now() + make_interval(secs => ?)', [Math.min(pauseSMax, pauseSMin * 2 ** failures)])
    const again = { failures: failures + 1, retryAt }
    await app.em('installation').nativeUpdate(Transfer, { id, state: 'unsettled' }, again)
    return false
  }
}

function sourceOf({ connectors }: RetryNeeds, { connection, receivingAccount, charge }: Unsettled): TransferSource {
  return {
    connectionId: connection.id,
    accountId: connection.account.id,
    receivingAccountId: receivingAccount.id,
    window: { ...connectors[connection.connector].window, ...connection.windowOverrides },
    ...(charge && { charge: { id: charge.id, invoiceId: charge.payment.invoiceId, method: charge.method } }),
  }
}

function incoming(transfer: Transfer): IncomingTransfer {
  const { reference, amount, occurredAt, payerName, payerApp, isUnproved } = transfer
  return { reference, amount, occurredAt, payerName, payerApp, isUnproved }
}

function updateUnsettled(id: number): Store {
  return async ({ em }, _source, judged) => {
    const { transfer, state, reason, payment, accountId, likelyInvoiceId } = judged[0]!
    const won = await em.nativeUpdate(
      Transfer,
      { id, state: 'unsettled' },
      {
        ...{ state, reason, account: accountId, retryAt: null },
        ...{ payment: payment?.invoiceId ?? null, likelyPayment: likelyInvoiceId },
      },
    )
    return new Map(won === 1 ? [[transfer.reference, id]] : [])
  }
}
