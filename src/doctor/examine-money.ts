import { formatSums, sumTransfers, type TransferSums } from '../books/sum-transfers.ts'
import { modes } from '../database/scope.ts'
import { formatRupiah } from '../lib/money.ts'
import { Transfer } from '../money/transfer.ts'
import type { Needs } from '../needs.ts'
import type { Finding } from './finding.ts'

const dayMs = 86_400_000

/** Checks all received money by outcome: none is missing, and the settled amount equals the sold one. */
export async function examineMoney(app: Needs<'em' | 'slowly' | 'now'>): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const mode of modes) {
    const sums = await sumTransfers(app, { mode })
    const waiting = await app.em('installation').count(Transfer, {
      state: 'review',
      receivedAt: { $lt: new Date(app.now().getTime() - dayMs) },
      connection: { mode },
    })
    findings.push(...judgeMoney(mode, sums, waiting))
  }
  return findings
}

/** Judges transfers; `waiting` is the number that have been undecided for a day. */
export function judgeMoney(mode: string, sums: TransferSums, waiting: number): Finding[] {
  const findings: Finding[] = [{ subject: 'money', state: 'well', sentence: `${mode}: ${formatSums(sums)}` }]
  if (sums.settled.amount !== sums.sold.amount || sums.settled.count !== sums.sold.count) {
    findings.push({
      subject: 'money',
      state: 'wrong',
      sentence: `${mode}: settled is ${formatRupiah(sums.settled.amount)}, and sold ${formatRupiah(sums.sold.amount)}`,
      advice: 'I1 to I3 below name the rows: report them before anything is changed by hand',
    })
  }
  if (sums.unsettled.count > 0) {
    const sentence = `${mode}: ${sums.unsettled.count} transfers cannot be settled and are tried again`
    findings.push({ subject: 'money', state: 'wrong', sentence, advice: 'the log of the role `jobs` says why' })
  }
  if (waiting > 0) {
    const sentence = `${mode}: ${waiting} transfers wait for a decision since more than a day`
    findings.push({ subject: 'money', state: 'warning', sentence, advice: '`transfer list --account NAME`' })
  }
  return findings
}
