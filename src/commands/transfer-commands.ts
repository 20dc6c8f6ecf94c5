import { findAccountByName } from '../accounts/find-account-by-name.ts'
import { setLateMoney } from '../accounts/set-late-money.ts'
import { formatSums, sumTransfers } from '../books/sum-transfers.ts'
import { formatRupiah } from '../lib/money.ts'
import { refuseField } from '../lib/refusal.ts'
import { listTransfers, type TransferView } from '../money/list-transfers.ts'
import { type ReviewAction, reviewTransfer } from '../money/review-transfer.ts'
import { type TransferState, transferStates } from '../money/transfer.ts'
import type { App } from '../needs.ts'
import {
  accountOption,
  type CommandArgs,
  type Commands,
  findOwner,
  formatList,
  jsonOption,
  modeOption,
  readNumber,
} from './command.ts'

const options = { ...accountOption, ...modeOption } as const
const reviewOptions = { ...options, note: { type: 'string' }, 'replaced-by': { type: 'string' } } as const
const listedMax = 50

export const transferCommands = {
  'transfer list': {
    usage:
      `transfer list [${transferStates.join('|')}] --account NAME [--mode live|test] [--json]   - the newest ` +
      `${listedMax}, those in review unless named`,
    options: { ...options, ...jsonOption },
    run: listByState,
  },
  'transfer sum': {
    usage: 'transfer sum --account NAME [--mode live|test] [--json]   - all money that arrived, by what became of it',
    options: { ...options, ...jsonOption },
    run: sumByCommand,
  },
  'transfer accept': {
    usage:
      'transfer accept ID --account NAME [--mode live|test] [--note TEXT] [--replaced-by INVOICE]   - it pays ' +
      'the payment that it was for',
    options: reviewOptions,
    run: makeReview('accept'),
  },
  'transfer assign': {
    usage: 'transfer assign ID INVOICE --account NAME [--mode live|test] [--note TEXT] [--replaced-by INVOICE]',
    options: reviewOptions,
    run: makeReview('assign'),
  },
  'transfer refund': {
    usage: 'transfer refund ID --account NAME [--mode live|test] [--note TEXT]   - notes that you returned it',
    options: reviewOptions,
    run: makeReview('refund'),
  },
  'transfer ignore': {
    usage: 'transfer ignore ID --account NAME [--mode live|test] [--note TEXT]',
    options: reviewOptions,
    run: makeReview('ignore'),
  },
  'transfer late': {
    usage: 'transfer late accept|review --account NAME   - what becomes of exact money after the deadline',
    options: accountOption,
    run: setRule,
  },
} satisfies Commands

async function findTransferOwner(app: App, options: CommandArgs['options']) {
  return await findOwner(app, options)
}

async function listByState(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const state = (words[0] ?? 'review') as TransferState
  if (!transferStates.includes(state))
    throw refuseField('STATE', `is one of ${transferStates.join(', ')}`, { code: 'not_one_of', values: transferStates })
  const { transfers, total } = await listTransfers(app, await findTransferOwner(app, options), {
    state,
    page: 1,
    limit: listedMax,
  })
  const lines = formatList(transfers, options, {
    none: `No money is in state ${state}.`,
    plain: one => ({
      id: one.id,
      state: one.state,
      reason: one.reason,
      amount: one.amount,
      payer_name: one.payerName,
      invoice_id: one.invoiceId,
      likely_invoice_id: one.likelyInvoiceId,
      received_at: app.calendar.format(one.receivedAt),
    }),
    line: transfer => formatTransfer(app, transfer),
  })
  return options.json || total === 0 ? lines : [...lines, `${total} in all.`]
}

function formatTransfer({ calendar }: App, transfer: TransferView): string {
  const { id, state, reason, amount, occurredAt, receivedAt, invoiceId, likelyInvoiceId, payerName } = transfer
  const about = invoiceId ?? (likelyInvoiceId ? `probably ${likelyInvoiceId}` : '')
  return [id, calendar.format(occurredAt ?? receivedAt), formatRupiah(amount), reason ?? state, about, payerName ?? '']
    .join('  ')
    .trimEnd()
}

async function sumByCommand(app: App, { options }: CommandArgs): Promise<string[]> {
  const sums = await sumTransfers(app, await findTransferOwner(app, options))
  if (options.json) return [JSON.stringify(sums)]
  const line = (name: string, { count, amount }: { count: number; amount: number }) =>
    `${name.padEnd(10)}${formatRupiah(amount).padStart(20)}  in ${count}`
  return [
    ...transferStates.map(state => line(state, sums[state])),
    line('total', sums.total),
    line('sold', sums.sold),
    `${formatSums(sums)}.`,
  ]
}

function makeReview(action: ReviewAction) {
  return async (app: App, { words, options }: CommandArgs): Promise<string[]> => {
    const transfer = await reviewTransfer(app, await findTransferOwner(app, options), {
      transferId: readNumber('ID', words[0]),
      action,
      ...(words[1] ? { invoiceId: words[1] } : {}),
      ...(typeof options.note === 'string' ? { note: options.note } : {}),
      ...(typeof options['replaced-by'] === 'string' ? { replacedBy: options['replaced-by'] } : {}),
      actor: 'command',
    })
    const paid = transfer.state === 'settled' ? ` It pays ${transfer.invoiceId}.` : ''
    return [`Transfer ${transfer.id} over ${formatRupiah(transfer.amount)} is ${transfer.state}.${paid}`]
  }
}

async function setRule(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const [rule] = words
  if (rule !== 'accept' && rule !== 'review')
    throw refuseField('RULE', 'is accept or review', { code: 'not_one_of', values: ['accept', 'review'] })
  await setLateMoney(app, await findAccountByName(app, options.account), {
    accepts: rule === 'accept',
    actor: 'command',
  })
  return [rule === 'accept' ? 'Exact late money pays by itself.' : 'Late money waits for a person.']
}
