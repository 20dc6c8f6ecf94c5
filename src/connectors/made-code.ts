import { Refusal } from '../lib/refusal.ts'
import { parseQris } from '../qris/parse-qris.ts'
import { ConnectorError } from './connector.ts'

/**
 * Throws `unexpected` for a code that cannot be scanned or that asks for another amount: without this check only the
 * customer would notice.
 */
export function checkMadeCode(text: string, amount: number): void {
  const qris = readCode(text)
  if (qris.problem) throw new ConnectorError('unexpected', `the code is not valid: ${qris.problem.message}`)
  if (qris.amount !== amount) throw new ConnectorError('unexpected', `the code asks for ${qris.amount}, not ${amount}`)
}

function readCode(text: string) {
  try {
    return parseQris(text)
  } catch (error) {
    if (error instanceof Refusal) throw new ConnectorError('unexpected', `the code is not a QRIS: ${error.message}`)
    throw error
  }
}
