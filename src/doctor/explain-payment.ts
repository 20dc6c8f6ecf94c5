import { type ListedCallback, listCallbacks } from '../callbacks/list-callbacks.ts'
import type { AccountScope } from '../database/scope.ts'
import { withFreshReads } from '../database/slow-reads.ts'
import type { PaymentEventType } from '../events/payloads.ts'
import { StoredEvent } from '../events/stored-event.ts'
import { listTransfers, type TransferView } from '../money/list-transfers.ts'
import { mayBeAside } from '../money/may-be-aside.ts'
import { type FittingUnread, findFittingUnread } from '../money/unread/find-fitting-unread.ts'
import type { Needs } from '../needs.ts'
import { Notice, type NoticeKind } from '../notices/notice.ts'
import { findPayment } from '../payments/find-payment.ts'
import type { Payment } from '../payments/payment.ts'
import { findSilence, findSources, type MoneySource } from './find-sources.ts'
import { judgePayment, type Verdict } from './judge-payment.ts'

/** Why a payment has its status, from stored data: what was requested, seen, matched, sent and answered. */
export interface Explanation {
  payment: Payment
  verdict: Verdict
  /** The received amounts that the verdict is about, in whole rupiah. */
  amounts: number[]
  /** The time up to which all sources of its money were read; null if one has never been read. */
  checkedAt: Date | null
  /** The phone that should report its money but has not since the payment was created; null if none. */
  silence: MoneySource['phone']
  sources: MoneySource[]
  /** Unreadable notifications that may report its money. */
  unread: FittingUnread
  /** Money that belongs to it, or probably does; oldest first. */
  transfers: TransferView[]
  callbacks: ListedCallback[]
  /** The steps, oldest first. */
  steps: PaymentStep[]
}

/** One thing that happened to a payment. */
export type PaymentStep =
  | { kind: 'event'; at: Date; type: PaymentEventType }
  | { kind: 'code'; at: Date; method: string }
  | { kind: 'transfer'; at: Date; transfer: TransferView }
  /** A person or a rule decided about money in review. */
  | { kind: 'decision'; at: Date; transfer: TransferView }
  | { kind: 'callback'; at: Date; url: string; status: number | null; durationMs: number; error: string | null }
  | { kind: 'notice'; at: Date; notice: NoticeKind; state: 'pending' | 'sent' | 'skipped' | 'failed' | 'blocked' }

type ExplainNeeds = Needs<'sql' | 'em' | 'slowly' | 'freshly' | 'now' | 'connectors' | 'seal' | 'log'>

const transfersMax = 50

/**
 * Explains why a payment is unpaid ("Kenapa belum lunas?"). Sends no request and changes nothing. Refuses `not_found`.
 */
export async function explainPayment(
  app: ExplainNeeds,
  scope: Required<AccountScope>,
  invoiceId: string,
): Promise<Explanation> {
  const payment = await findPayment(app, scope, invoiceId)
  const sources = await findSources(app, payment)
  // Everything is read from the primary, so that all parts of an explanation are equally recent.
  const fresh = withFreshReads(app)
  const { transfers } = await listTransfers(fresh, scope, { invoiceId, page: 1, limit: transfersMax })
  const callbacks = await listCallbacks(fresh, scope, { invoiceId })
  const facts = { payment, sources, transfers: transfers.toReversed(), callbacks }
  const aside = await mayBeAside(app, scope, payment)
  const unread = await findFittingUnread(app, payment)
  const mayBeUnread = unread.fitting.length > 0
  const { verdict, amounts } = judgePayment({ ...facts, mayBeAside: aside, mayBeUnread }, app.now())
  return {
    ...facts,
    unread,
    silence: findSilence(sources),
    verdict,
    amounts,
    checkedAt: findEarliest(sources.filter(({ state }) => state !== 'offered')),
    steps: await readSteps(app, scope, facts),
  }
}

function findEarliest(sources: MoneySource[]): Date | null {
  const times = sources.map(({ checkedAt }) => checkedAt?.getTime() ?? null)
  return times.length === 0 || times.includes(null) ? null : new Date(Math.min(...(times as number[])))
}

type Facts = Pick<Explanation, 'payment' | 'sources' | 'transfers' | 'callbacks'>

async function readSteps(
  app: Needs<'em'>,
  scope: Required<AccountScope>,
  { payment, sources, transfers, callbacks }: Facts,
): Promise<PaymentStep[]> {
  const { invoiceId, refunds } = payment
  const subjects = [invoiceId, ...(refunds ?? []).map((_, index) => `${invoiceId} ${index + 1}`)]
  const events = await app.em(scope).find(StoredEvent, { subject: subjects, type: { $like: 'payment.%' } })
  const notices = await findNotices(app, scope, payment)
  const steps: PaymentStep[] = [
    ...events.map(
      ({ type, createdAt }): PaymentStep => ({
        kind: 'event',
        at: createdAt,
        type: type as PaymentEventType,
      }),
    ),
    ...sources.flatMap(({ codedAt, method }): PaymentStep[] =>
      codedAt ? [{ kind: 'code', at: codedAt, method }] : [],
    ),
    ...transfers.map((transfer): PaymentStep => ({ kind: 'transfer', at: transfer.receivedAt, transfer })),
    ...transfers.flatMap((transfer): PaymentStep[] =>
      transfer.resolvedAt ? [{ kind: 'decision', at: transfer.resolvedAt, transfer }] : [],
    ),
    ...callbacks.flatMap(({ url, attempts }) =>
      attempts.map(({ attemptedAt, status, durationMs, error }): PaymentStep => {
        return { kind: 'callback', at: attemptedAt, url, status, durationMs, error }
      }),
    ),
    ...notices.flatMap(({ endedAt, createdAt, kind, state }): PaymentStep[] => {
      return [{ kind: 'notice', at: endedAt ?? createdAt, notice: kind, state }]
    }),
  ]
  // Simultaneous rows are sorted by cause: no step comes before its payment.
  return steps.sort((one, other) => rankBeginning(other) - rankBeginning(one) || one.at.getTime() - other.at.getTime())
}

function rankBeginning(step: PaymentStep): number {
  return step.kind === 'event' && step.type === 'payment.created' ? 1 : 0
}

const weekMs = 7 * 86_400_000
const noticesMax = 50

// Limited to notices of its lifetime and the week after, because an account has many more.
function findNotices({ em }: Needs<'em'>, scope: Required<AccountScope>, payment: Payment): Promise<Notice[]> {
  const until = new Date((payment.endedAt ?? payment.expiresAt).getTime() + weekMs)
  return em(scope).find(
    Notice,
    { createdAt: { $gte: payment.createdAt, $lte: until }, data: { invoiceId: payment.invoiceId } },
    { orderBy: { id: 'asc' }, limit: noticesMax },
  )
}
