import type { IncomingTransfer, Window } from '../connectors/connector.ts'
import type { Tx } from '../database/transaction.ts'
import { announce } from '../events/announce.ts'
import type { Needs } from '../needs.ts'
import { guessPayment } from './guess-payment.ts'
import { holderOf } from './hold.ts'
import { judgeTransfer } from './judge-transfer.ts'
import { lateMoneyRule, type PaidPayment, payPayment } from './pay-payment.ts'
import { paymentColumns } from './payment.ts'
import type { ReviewReason } from './transfer.ts'

/** Where a transfer was seen. `charge` names the payment where the provider's reference does. */
export interface TransferSource {
  connectionId: number
  /** Whose connection it is: money that belongs to no payment is this account's to look at. */
  accountId: number
  receivingAccountId: number
  window: Window
  charge?: { id: number; invoiceId: string }
}

export type Settlement = 'known' | 'settled' | 'review' | 'unsettled'
type SettleNeeds = Needs<'sql' | 'transaction' | 'now' | 'reactions' | 'wake' | 'log'>

const triesMax = 3

/**
 * Stores one transfer, once, and in the same transaction pays the payment that it belongs to or puts it in review.
 * A transfer that was stored before changes nothing. When what follows from it keeps failing, it is stored alone as
 * `unsettled`, for `retryUnsettled`.
 */
export async function settleTransfer(
  app: SettleNeeds,
  source: TransferSource,
  transfer: IncomingTransfer,
): Promise<Settlement> {
  for (let attempt = 1; ; attempt++) {
    try {
      const settlement = await app.transaction('installation', tx => settle(app, tx, source, transfer, insertTransfer))
      if (settlement === 'settled') wakeFollowers(app)
      return settlement
    } catch (error) {
      app.log.error({ err: error, reference: transfer.reference, attempt }, 'a transfer could not be settled')
      if (attempt === triesMax) return storeUnsettled(app, source, transfer)
    }
  }
}

/** Says that a payment changed: hints, so that callbacks leave and open pages turn at once. */
function wakeFollowers(app: Needs<'wake'>): void {
  for (const channel of ['callbacks', 'notices', 'payments']) app.wake.notify(channel)
}

interface Stored {
  state: 'settled' | 'review' | 'unsettled'
  reason: ReviewReason | null
  invoiceId: string | null
  likelyInvoiceId: string | null
  accountId: number
}

/** Writes the transfer with its outcome; null when somebody else has already done so. */
type Store = (
  tx: Tx,
  source: TransferSource,
  transfer: IncomingTransfer,
  stored: Stored,
  now: Date,
) => Promise<number | null>

async function settle(
  app: SettleNeeds,
  tx: Tx,
  source: TransferSource,
  transfer: IncomingTransfer,
  store: Store,
): Promise<Settlement> {
  const now = app.now()
  const payment = await lockPayment(tx, source, transfer, now)
  const verdict = judgeTransfer(payment, transfer, source.window.graceS)
  const guess = verdict.reason === 'unmatched' ? await guessPayment(tx.em, source, transfer, now) : null
  const stored: Stored = {
    state: verdict.pays ? 'settled' : 'review',
    reason: guess?.reason ?? verdict.reason,
    invoiceId: payment?.invoiceId ?? null,
    likelyInvoiceId: guess?.invoiceId ?? null,
    accountId: payment?.accountId ?? source.accountId,
  }
  const transferId = await store(tx, source, transfer, stored, now)
  if (transferId === null) return 'known'
  if (verdict.pays) {
    const acceptedBy = verdict.late ? lateMoneyRule : null
    await payPayment(app, tx, {
      payment: payment!,
      transfer: { ...transfer, id: transferId },
      late: verdict.late,
      acceptedBy,
    })
  } else {
    await announceReview(app, tx, transfer, transferId, stored, now)
  }
  return stored.state
}

type CandidatePayment = PaidPayment & { acceptsLateMoney: boolean }

async function lockPayment(
  tx: Tx,
  source: TransferSource,
  transfer: IncomingTransfer,
  now: Date,
): Promise<CandidatePayment | null> {
  const { window } = source
  const slackS = window.skewS + window.resolutionS
  const moment = transfer.occurredAt ?? now
  const holder = source.charge ?? (await holderOf(tx, source.receivingAccountId, transfer.amount, moment, slackS))
  if (holder === null) return null
  const rows = await tx.query<CandidatePayment>(lockPaymentSql, [
    holder.invoiceId,
    'method' in holder ? holder.method : null,
    source.charge?.id ?? null,
  ])
  // A purse that another account connected since: its money is for its owner to look at.
  const isForeign = !source.charge && rows[0]?.accountId !== source.accountId
  return isForeign ? null : (rows[0] ?? null)
}

const lockPaymentSql = `
  select ${paymentColumns('p')}, a.accepts_late_money as "acceptsLateMoney",
    coalesce($2::text, (select g.method from charge g where g.id = $3::bigint)) as "paidBy"
  from payment p join account a on a.id = p.account_id
  where p.invoice_id = $1 for update of p`

const insertTransfer: Store = async (tx, source, transfer, stored, now) => {
  const rows = await tx.query<{ id: number }>(
    `insert into transfer (account_id, connection_id, receiving_account_id, reference, amount, occurred_at, received_at,
       payer_name, payer_app, charge_id, state, reason, invoice_id, is_unproved, likely_invoice_id, retry_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, case when $11 = 'unsettled' then now() end)
     on conflict (receiving_account_id, reference) do nothing returning id`,
    [
      stored.accountId,
      source.connectionId,
      source.receivingAccountId,
      transfer.reference,
      transfer.amount,
      transfer.occurredAt,
      now,
      transfer.payerName,
      transfer.payerApp,
      source.charge?.id ?? null,
      stored.state,
      stored.reason,
      stored.invoiceId,
      transfer.isUnproved ?? false,
      stored.likelyInvoiceId,
    ],
  )
  return rows[0]?.id ?? null
}

async function announceReview(
  app: SettleNeeds,
  tx: Tx,
  transfer: IncomingTransfer,
  transferId: number,
  stored: Stored,
  now: Date,
): Promise<void> {
  await announce(app, tx, [
    {
      accountId: stored.accountId,
      type: 'transfer.in_review',
      subject: `transfer ${transferId}`,
      payload: {
        reason: stored.reason!,
        invoiceId: stored.invoiceId,
        likelyInvoiceId: stored.likelyInvoiceId,
        amount: transfer.amount,
        reference: transfer.reference,
        occurredAt: transfer.occurredAt?.toISOString() ?? null,
        payerName: transfer.payerName,
      },
      createdAt: now,
    },
  ])
}

async function storeUnsettled(
  app: SettleNeeds,
  source: TransferSource,
  transfer: IncomingTransfer,
): Promise<Settlement> {
  return app.transaction('installation', async tx => {
    const now = app.now()
    const payment = await lockPayment(tx, source, transfer, now)
    const id = await insertTransfer(
      tx,
      source,
      transfer,
      {
        state: 'unsettled',
        reason: null,
        invoiceId: payment?.invoiceId ?? null,
        likelyInvoiceId: null,
        accountId: payment?.accountId ?? source.accountId,
      },
      now,
    )
    return id === null ? 'known' : 'unsettled'
  })
}

interface UnsettledRow {
  id: number
  connectionId: number
  accountId: number
  receivingAccountId: number
  connector: string
  overrides: Partial<Window>
  chargeId: number | null
  chargeInvoiceId: string | null
  reference: string
  amount: number
  occurredAt: Date | null
  payerName: string | null
  payerApp: string | null
  isUnproved: boolean
}

const unsettledBatchMax = 100

/** Tries again what could not be settled. Returns how many were. */
export async function retryUnsettled(app: SettleNeeds & Needs<'connectors'>): Promise<number> {
  const rows = await app.sql.query<UnsettledRow>(unsettledSql, [unsettledBatchMax])
  let settled = 0
  for (const row of rows) {
    if (await retryOne(app, row)) settled++
  }
  if (settled > 0) wakeFollowers(app)
  return settled
}

const unsettledSql = `
  select t.id, t.connection_id as "connectionId", c.account_id as "accountId",
    t.receiving_account_id as "receivingAccountId", c.connector, c.window_overrides as overrides,
    t.charge_id as "chargeId", h.invoice_id as "chargeInvoiceId", t.reference, t.amount,
    t.occurred_at as "occurredAt", t.payer_name as "payerName", t.payer_app as "payerApp",
    t.is_unproved as "isUnproved"
  from transfer t join connection c on c.id = t.connection_id left join charge h on h.id = t.charge_id
  where t.state = 'unsettled' and t.retry_at <= now()
  order by t.retry_at limit $1`

async function retryOne(app: SettleNeeds & Needs<'connectors'>, row: UnsettledRow): Promise<boolean> {
  const source: TransferSource = {
    connectionId: row.connectionId,
    accountId: row.accountId,
    receivingAccountId: row.receivingAccountId,
    window: { ...app.connectors[row.connector]!.window, ...row.overrides },
    ...(row.chargeId === null ? {} : { charge: { id: row.chargeId, invoiceId: row.chargeInvoiceId! } }),
  }
  try {
    const settlement = await app.transaction('installation', tx =>
      settle(app, tx, source, row, updateUnsettled(row.id)),
    )
    return settlement !== 'known'
  } catch (error) {
    app.log.error({ err: error, transfer: row.id }, 'an unsettled transfer still cannot be settled')
    await app.sql.write(
      `update transfer set failures = failures + 1, retry_at = now() + make_interval(secs => least(300, 5 * power(2, failures)))
       where id = $1 and state = 'unsettled'`,
      [row.id],
    )
    return false
  }
}

function updateUnsettled(id: number): Store {
  return async (tx, _source, _transfer, stored) => {
    const won = await tx.write(
      `update transfer set state = $2, reason = $3, invoice_id = $4, account_id = $5, likely_invoice_id = $6, retry_at = null
       where id = $1 and state = 'unsettled'`,
      [id, stored.state, stored.reason, stored.invoiceId, stored.accountId, stored.likelyInvoiceId],
    )
    return won === 1 ? id : null
  }
}
