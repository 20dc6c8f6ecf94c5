import { Connection } from '../../connections/connection.ts'
import { openLine } from '../../connections/connection-call.ts'
import type { IncomingTransfer } from '../../connectors/connector.ts'
import { Refusal } from '../../lib/refusal.ts'
import { acceptTransfer } from '../../money/accept-transfer.ts'
import type { SettleNeeds, TransferSource } from '../../money/settle-together.ts'
import { settleTransfers } from '../../money/settle-transfers.ts'
import { Transfer } from '../../money/transfer.ts'
import { UnreadRow } from '../../money/unread/unread-row.ts'
import type { Needs } from '../../needs.ts'
import { FormExample, NotificationRule, RulePayment } from './entities.ts'
import { findRules } from './find-rules.ts'
import { mayPayByRule } from './may-pay-by-rule.ts'
import { openWords } from './sealed-form.ts'

export type RereadNeeds = SettleNeeds & Needs<'em' | 'connectors' | 'seal' | 'config' | 'outbound'>

/** Reads the notifications of all forms that have a new rule and were not read again yet. */
export async function rereadForms(app: RereadNeeds): Promise<void> {
  const em = app.em('installation')
  const waiting = await em.find(FormExample, { rereadAt: null, form: { state: 'yes' } }, { limit: 100 })
  for (const formId of new Set(waiting.map(({ form }) => form.id))) await rereadForm(app, formId)
}

/**
 * Reads the unread notifications of a form again, each once: money that was on time settles its payment, other money
 * goes to review. If the process stops, the next call continues, because a notification has one reference.
 */
export async function rereadForm(app: RereadNeeds, formId: number): Promise<void> {
  const em = app.em('installation')
  const examples = await em.find(
    FormExample,
    { form: formId, rereadAt: null },
    { populate: ['unread'], orderBy: { unread: 'asc' } },
  )
  for (const { unread } of examples) {
    await rereadStored(app, unread)
    await em.nativeUpdate(FormExample, { unread: unread.id }, { rereadAt: app.now() })
  }
}

async function rereadStored(app: RereadNeeds, row: UnreadRow): Promise<void> {
  const em = app.em('installation')
  const connection = await em.findOneOrFail(Connection, { id: row.connection.id })
  const words = openWords(app.seal, row)
  const { lessons } = app.connectors[connection.connector]
  if (!words || words.again === undefined || !lessons || connection.removedAt !== null) return
  const line = openLine(app, connection)
  const { amount, occurredAt, receivedAt } = row
  const stored = { ...words, amount, occurredAt, receivedAt, again: words.again }
  const judged = lessons.judgeAgain(line.call.credentials, stored, await findRules(app, connection))
  const [transfer] = judged.transfers
  if (!transfer) return
  const source: TransferSource = {
    connectionId: connection.id,
    accountId: connection.account.id,
    receivingAccountId: connection.receivingAccount.id,
    window: line.window,
  }
  // Its transfer is already stored if the phone sent an amount.
  if (row.reason !== 'in_review') await settleTransfers(app, source, [transfer])
  await acceptIfInTime(app, source, transfer)
  if ((judged.unread ?? []).length === 0 && row.reason !== 'in_review') await em.nativeDelete(UnreadRow, { id: row.id })
}

/** Settles the payment that was waiting for this money when it came, although it was only read later. */
async function acceptIfInTime(app: RereadNeeds, source: TransferSource, transfer: IncomingTransfer): Promise<void> {
  const { receivingAccountId: receivingAccount } = source
  const { reference, amount, taughtBy: ruleId, occurredAt } = transfer
  if (ruleId === undefined) return
  const em = app.em('installation')
  const stored = await em.findOne(Transfer, { receivingAccount, reference }, { populate: ['payment'] })
  const payment = stored?.payment ?? null
  if (stored?.state !== 'review' || !payment || stored.amount !== amount || payment.finalAmount !== amount) return
  if (stored.reason !== 'late' && stored.reason !== 'unproved') return
  if ((occurredAt ?? stored.receivedAt) > payment.expiresAt) return
  const { invoiceId, accountId, mode } = payment
  const rule = await em.findOneOrFail(NotificationRule, { id: ruleId })
  const money = { ruleId, receivingAccountId: receivingAccount, reference, amount, invoiceId }
  if (!(await app.transaction('installation', tx => mayPayByRule(app, tx, money)))) return
  try {
    await acceptTransfer(app, { accountId, mode }, { transferId: stored.id, invoiceId, actor: rule.madeBy })
  } catch (error) {
    // Money with which the rule settled no payment does not count towards its limits.
    await em.nativeDelete(RulePayment, { receivingAccount, reference })
    if (!(error instanceof Refusal)) throw error
  }
}
