import { lockPaidPayment } from '../../books/book-refund.ts'
import { openRefundStates, Refund } from '../../books/refund.ts'
import { describeFailure, openLine } from '../../connections/connection-call.ts'
import { ConnectorError } from '../../connectors/connector.ts'
import type { SentRefund } from '../../connectors/refund.ts'
import { insistOnRecord, isDatabaseUnavailable } from '../../database/insist-on-record.ts'
import type { Needs } from '../../needs.ts'
import { findSender } from './find-sender.ts'
import { announceFailure, finishRefund, lockOpenRefund } from './finish-refund.ts'

type SendNeeds = Needs<
  'em' | 'transaction' | 'now' | 'log' | 'reactions' | 'connectors' | 'config' | 'seal' | 'outbound' | 'sql'
>

export const dueRefundsSql = "from refund where state in ('requested', 'sent') and retry_at <= :now"

const retryMs = 60_000
const doublingsMax = 6
const atOnceMax = 10
const actor = 'provider'

/**
 * Requests due refunds from providers. Each refund is claimed for a minute and requested outside transactions, with its
 * own key: after a crash or a lost answer it is requested again, and the provider executes it once.
 */
export async function sendRefunds(app: SendNeeds): Promise<void> {
  const now = app.now()
  const due = await app
    .em('installation')
    .find(
      Refund,
      { state: [...openRefundStates], retryAt: { $lte: now } },
      { orderBy: { retryAt: 'asc' }, limit: atOnceMax },
    )
  await Promise.all(due.map(refund => sendOne(app, refund)))
}

async function sendOne(app: SendNeeds, refund: Refund): Promise<void> {
  const { id, accountId, mode, state, retryAt, failures } = refund
  const em = app.em({ accountId, mode })
  const pauseMs = retryMs * 2 ** Math.min(failures, doublingsMax)
  const next = { state: 'sent' as const, retryAt: new Date(app.now().getTime() + pauseMs) }
  // Only one process gets it.
  if ((await em.nativeUpdate(Refund, { id, state, retryAt }, next)) !== 1) return
  const sender = await findSender(app, em, refund.payment)
  // Its connection was removed in the meantime. If its provider was never asked, the merchant returns the money.
  if (!sender) return isUnsent(refund) ? endRefund(app, refund, lost) : leaveToMerchant(app, refund)
  const { charge, connection } = sender
  const line = openLine(app, connection, charge.merchantId)
  try {
    const { connector, call } = line
    const about = { ...charge, askedAt: app.now() }
    const { key, amount, reason, providerReference: reference } = refund
    const sent =
      reference === null || !connector.refundState
        ? await connector.refund!(call, about, { key, amount, reason: reason ?? charge.reference })
        : await connector.refundState(call, about, { key, reference })
    await insistOnRecord(retryMs / 1000, () => endRefund(app, refund, sent))
  } catch (error) {
    // It says nothing about the provider: the refund is requested again when its claim has run out.
    if (isDatabaseUnavailable(error)) throw error
    const { sentence } = describeFailure(line, error)
    if (isRefused(error, refund)) return endRefund(app, refund, { state: 'failed', reference: '', failure: sentence })
    app.log.info({ refund: refund.key, error: sentence }, 'a refund could not be sent yet')
    await em.nativeUpdate(Refund, { id, state: 'sent' }, { failures: failures + 1, failure: sentence })
  }
}

const lost = { state: 'failed', reference: '', failure: 'Its connection was removed or switched off' } as const

/** Asks the merchant once about the outcome of a refund that may have been sent and can no longer be looked up. */
async function leaveToMerchant(app: SendNeeds, { id, accountId, mode, payment: { invoiceId } }: Refund): Promise<void> {
  await app.transaction({ accountId, mode }, async tx => {
    await lockPaidPayment(tx, invoiceId)
    const refund = await lockOpenRefund(tx, id)
    if (!refund) return
    refund.retryAt = null
    refund.failure = lost.failure
    await tx.em.flush()
    await announceFailure(app, tx, refund, { state: 'unknown', goods: 'none' })
  })
}

/** Returns whether its provider was never asked. */
const isUnsent = ({ state, failures }: Refund) => state === 'requested' && failures === 0

// A failed look-up is not a refusal, because the provider has accepted the refund. A wrong key is one, unless an
// earlier request may have been executed.
function isRefused(error: unknown, refund: Refund): boolean {
  if (!(error instanceof ConnectorError) || refund.providerReference !== null) return false
  return error.kind === 'refused' || (error.kind === 'unauthorized' && isUnsent(refund))
}

/** Writes the outcome of a refund, unless it has already ended. */
async function endRefund(
  app: SendNeeds,
  { id, accountId, mode, payment: { invoiceId } }: Refund,
  sent: SentRefund,
): Promise<void> {
  await app.transaction({ accountId, mode }, async tx => {
    const payment = await lockPaidPayment(tx, invoiceId)
    const refund = await lockOpenRefund(tx, id)
    if (!refund) return
    if (sent.reference) refund.providerReference = sent.reference.slice(0, 200)
    if (sent.state === 'pending') return tx.em.flush()
    await finishRefund(app, tx, { payment, refund }, { ...sent, state: sent.state, by: { actor } })
  })
}
