import type { Needs } from '../../needs.ts'
import { BankListLine } from './entities.ts'

/** Counts the lines whose money was found but not settled yet. */
export async function countOwedLines(app: Needs<'em'>): Promise<Record<string, number>> {
  const owed = { transfer: null, state: { $in: ['found' as const, 'doubtful' as const] } }
  return { "lines of banks' lists to settle": await app.em('installation').count(BankListLine, owed) }
}
