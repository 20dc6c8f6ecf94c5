import { type ExaminedPart, examinedParts, examineParts } from '../doctor/examine.ts'
import { explainPayment, type PaymentStep } from '../doctor/explain-payment.ts'
import type { MoneySource } from '../doctor/find-sources.ts'
import { formatCheck } from '../doctor/format-check.ts'
import { formatExplanation } from '../doctor/format-explanation.ts'
import { formatRupiah } from '../lib/money.ts'
import { refuseField } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import {
  accountOption,
  type CommandArgs,
  type CommandOutcome,
  type Commands,
  findOwner,
  modeOption,
} from './command.ts'
import { formatFindings } from './format-findings.ts'

export const doctorCommands = {
  doctor: {
    usage:
      `doctor [${examinedParts.join('|')} ...] [--json]   - looks at everything and changes nothing; exit ` +
      'code 1 when something is wrong',
    options: { json: { type: 'boolean' } },
    run: runDoctor,
  },
  explain: {
    usage: 'explain INVOICE --account NAME [--mode live|test]   - why it is not paid yet, and what to do',
    options: { ...accountOption, ...modeOption },
    run: explainByCommand,
  },
} satisfies Commands

async function runDoctor(app: App, { words, options }: CommandArgs): Promise<CommandOutcome> {
  const unknown = words.find(word => !examinedParts.includes(word as ExaminedPart))
  if (unknown !== undefined)
    throw refuseField('PART', `is one of ${examinedParts.join(', ')}`, { code: 'not_one_of', values: examinedParts })
  const findings = await examineParts(app, words.length > 0 ? (words as ExaminedPart[]) : undefined)
  const isWrong = findings.some(({ state }) => state === 'wrong')
  return {
    lines: options.json ? [JSON.stringify({ is_wrong: isWrong, findings })] : formatFindings(findings),
    exitCode: isWrong ? 1 : 0,
  }
}

async function explainByCommand(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const scope = await findOwner(app, options)
  const explanation = await explainPayment(app, scope, words[0] ?? '')
  const moment = (date: Date) => app.calendar.format(date)
  const { is, next } = formatExplanation(explanation, { who: 'merchant', language: 'en', moment, merchant: '' })
  const { payment, verdict, sources, unread, steps } = explanation
  return [
    `${payment.invoiceId} over ${formatRupiah(payment.finalAmount)} is ${payment.status} (${verdict}).`,
    `${is} ${next}`,
    'Its money is looked for at',
    ...sources.map(source => `  ${sourceLine(source, moment)}`),
    ...unread.fitting.map(
      ({ id, packageName, amount, receivedAt }) =>
        `  notification ${id} of ${packageName}, ${moment(receivedAt)}, is not understood` +
        `${amount === null ? '' : `; its forwarder read ${formatRupiah(amount)}`}`,
    ),
    ...unread.otherApps.map(
      ({ packageName, count }) => `  ${count} notifications of ${packageName || 'unnamed apps'} were not listened to`,
    ),
    'What happened',
    ...steps.map(step => `  ${moment(step.at)}  ${stepLine(step)}`),
  ]
}

const checks = {
  paid: 'paid this way',
  upTo: (moment: string) => `checked up to ${moment}`,
  never: 'never checked',
  neverReported: 'not checked: the phone has never reported',
  silentSince: (moment: string) => `not checked: the phone has not reported since ${moment}`,
  closed: 'no longer looked at',
}

function sourceLine(source: MoneySource, moment: (date: Date) => string): string {
  const { method, connector, label, state, failures, problem } = source
  const failing = failures > 0 && `${failures} failures in a row`
  return [method, label ?? connector, state, formatCheck(source, checks, moment), failing, problem?.sentence]
    .filter(Boolean)
    .join('  ')
}

function stepLine(step: PaymentStep): string {
  switch (step.kind) {
    case 'event':
      return step.type
    case 'code':
      return `code made by ${step.method}`
    case 'transfer':
      return `money seen: ${formatRupiah(step.transfer.amount)}  ${step.transfer.reason ?? step.transfer.state}`
    case 'decision':
      return `money ${step.transfer.state} by ${step.transfer.resolvedBy}`
    case 'callback':
      return `callback to ${step.url}: ${step.status ?? step.error ?? 'no answer'} in ${step.durationMs} ms`
    case 'notice':
      return `message ${step.notice}: ${step.state}`
  }
}
