import { commandActor } from '../accounts/audit.ts'
import { findAccountByName } from '../accounts/find-account-by-name.ts'
import { decideWithdrawal, type WithdrawalDecision } from '../books/decide-withdrawal.ts'
import { findBalance } from '../books/find-balance.ts'
import { listWithdrawals } from '../books/list-withdrawals.ts'
import { noteRefund } from '../books/note-refund.ts'
import { reconcileDay } from '../books/reconcile-day.ts'
import { type WithdrawalStatus, withdrawalStatuses } from '../books/withdrawal.ts'
import { formatRupiah } from '../lib/money.ts'
import { refuseField } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import {
  accountOption,
  type CommandArgs,
  type Commands,
  findOwner,
  formatList,
  jsonOption,
  modeOption,
  readMode,
} from './command.ts'

const noteOption = { note: { type: 'string' } } as const

export const moneyCommands = {
  balance: {
    usage: 'balance --account NAME [--mode live|test]',
    options: { ...accountOption, ...modeOption },
    run: showBalance,
  },
  reconcile: {
    usage: 'reconcile YYYY-MM-DD --account NAME [--mode live|test]   - the books of a day as CSV',
    options: { ...accountOption, ...modeOption },
    run: reconcileByCommand,
  },
  'refund note': {
    usage:
      'refund note INVOICE --account NAME [--mode live|test]   - you returned the money of a paid payment yourself',
    options: { ...accountOption, ...modeOption },
    run: recordRefund,
  },
  'withdrawal list': {
    usage: 'withdrawal list [requested|approved|sent|rejected|failed] [--json]   - the last 100, of all accounts',
    options: jsonOption,
    run: showWithdrawals,
  },
  'withdrawal approve': { usage: 'withdrawal approve ID', options: noteOption, run: makeDecision('approved') },
  'withdrawal sent': { usage: 'withdrawal sent ID [--note REFERENCE]', options: noteOption, run: makeDecision('sent') },
  'withdrawal reject': {
    usage: 'withdrawal reject ID [--note REASON]',
    options: noteOption,
    run: makeDecision('rejected'),
  },
  'withdrawal fail': { usage: 'withdrawal fail ID [--note REASON]', options: noteOption, run: makeDecision('failed') },
} satisfies Commands

async function showBalance(app: App, { options }: CommandArgs): Promise<string[]> {
  const accountId = await findAccountByName(app, options.account)
  const { available, underway } = await findBalance(app, { accountId, mode: readMode(options.mode) })
  return [`available ${formatRupiah(available)}`, `underway ${formatRupiah(underway)}`]
}

async function reconcileByCommand(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const scope = await findOwner(app, options)
  const lines: string[] = []
  for await (const line of reconcileDay(app, scope, words[0] ?? '')) lines.push(line)
  return lines
}

async function recordRefund(app: App, { words: [invoiceId = ''], options }: CommandArgs): Promise<string[]> {
  const scope = await findOwner(app, options)
  await noteRefund(app, scope, invoiceId, commandActor)
  return [`The books say that the money of ${invoiceId} was returned. No money was sent.`]
}

async function showWithdrawals(app: App, { words: [status], options }: CommandArgs): Promise<string[]> {
  if (status !== undefined && !withdrawalStatuses.includes(status as WithdrawalStatus)) {
    throw refuseField('STATUS', `is one of ${withdrawalStatuses.join(', ')}`, {
      code: 'not_one_of',
      values: withdrawalStatuses,
    })
  }
  const asked = { page: 1, limit: 100, status: status as WithdrawalStatus | undefined }
  const { withdrawals } = await listWithdrawals(app, 'installation', asked)
  return formatList(withdrawals, options, {
    none: 'There is none.',
    plain: ({ id, status, account, amount, bank, number, holder, createdAt }) => ({
      id,
      status,
      account_id: account.id,
      amount,
      bank,
      account_number: number,
      account_holder: holder,
      created_at: app.calendar.format(createdAt),
    }),
    line(one) {
      const { id, status, amount, bank, number, holder, waitsUntil, createdAt } = one
      const waits = one.isHeldBackAt(app.now()) ? `waits until ${app.calendar.format(waitsUntil!)}` : ''
      const facts = [id, status, `account ${one.account.id}`, formatRupiah(amount), bank, number, holder]
      return [...facts, app.calendar.format(createdAt), waits].join('  ').trimEnd()
    },
  })
}

function makeDecision(to: WithdrawalDecision['to']) {
  return async (app: App, { words: [id = ''], options }: CommandArgs): Promise<string[]> => {
    const note = typeof options.note === 'string' ? options.note : undefined
    if (note !== undefined && note.length > 200)
      throw refuseField('--note', 'has at most 200 characters', { code: 'too_long', max: 200 })
    const { status, amount } = await decideWithdrawal(app, { id, to, note, by: commandActor })
    return [`${id} of ${formatRupiah(amount)} is ${status}.`]
  }
}
