import { Connection } from '../../connections/connection.ts'
import { SealError } from '../../lib/seal.ts'
import type { Needs } from '../../needs.ts'
import { Hold } from '../../payments/hold.ts'
import type { Payment } from '../../payments/payment.ts'
import { type AppCount, countOtherApps } from './list-unread.ts'
import { mentionsAmount } from './mentions-amount.ts'
import { type UnreadContent, UnreadRow, unreadContext } from './unread-row.ts'

/** Unreadable notifications that may report a payment's money. */
export interface FittingUnread {
  /** The notifications of chosen apps with this amount, or with an unreadable one, newest first. */
  fitting: UnreadRow[]
  /** Apps that were not chosen but sent notifications while the payment was open. */
  otherApps: AppCount[]
}

type FitNeeds = Needs<'em' | 'seal' | 'log'>

const lookedAtMax = 500
const none: FittingUnread = { fitting: [], otherApps: [] }

/**
 * Finds the stored notifications that may report the money of a payment. Their texts are compared with its amount here
 * and never shown.
 */
export async function findFittingUnread(
  app: FitNeeds,
  { invoiceId, accountId }: Pick<Payment, 'invoiceId' | 'accountId'>,
): Promise<FittingUnread> {
  const em = app.em({ accountId, mode: 'both' })
  const holds = await em.find(Hold, { payment: invoiceId })
  if (holds.length === 0) return none
  const receivingAccount = holds.map(hold => hold.receivingAccount.id)
  const connections = (await em.find(Connection, { receivingAccount, removedAt: null })).map(({ id }) => id)
  const { finalAmount } = holds[0]!
  const since = new Date(Math.min(...holds.map(({ heldFrom }) => heldFrom.getTime())))
  const until = new Date(Math.max(...holds.map(({ heldUntil }) => heldUntil.getTime())))
  const rows = await em.find(
    UnreadRow,
    {
      connection: { $in: connections },
      isChosen: true,
      receivedAt: { $gte: since },
      // Its money waits in review as a transfer.
      reason: { $ne: 'in_review' },
    },
    { orderBy: { id: 'desc' }, limit: lookedAtMax },
  )
  return {
    fitting: rows.filter(row => row.receivedAt <= until && mayReport(app, row, finalAmount)),
    otherApps: await countOtherApps(app, accountId, { connections, since }),
  }
}

function mayReport(app: FitNeeds, row: UnreadRow, amount: number): boolean {
  if (row.amount === amount) return true
  if (row.isWithheld) return false
  if (row.sealedContent === null) return row.amount === null
  const { title, text } = openContent(app, row)
  return mentionsAmount(`${title}\n${text}`, amount)
}

function openContent({ seal, log }: FitNeeds, row: UnreadRow): UnreadContent {
  try {
    return JSON.parse(seal.open(row.sealedContent!, unreadContext(row)))
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    log.error({ err: error, unread: row.id }, 'an unread notification cannot be opened')
    return { title: '', text: '' }
  }
}
