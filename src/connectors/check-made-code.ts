import { formatRupiah } from '../lib/money.ts'
import { Refusal } from '../lib/refusal.ts'
import { parseQris } from '../qris/parse-qris.ts'
import { ConnectorError } from './connector.ts'

/** A fee that the provider states it adds to the payer's amount. */
export interface StatedFee {
  /** The fee in whole rupiah. */
  amount: number
  /** The setting in the provider's dashboard, as named there, that makes the merchant pay it. */
  setting: string
}

/**
 * Throws `unexpected` for a code that cannot be scanned or asks for another amount, which otherwise only the customer
 * would notice. If the difference is a fee that the provider states, throws `refused`, naming the setting.
 */
export function checkMadeCode(text: string, amount: number, fee?: StatedFee): void {
  if (fee !== undefined && fee.amount !== 0) throw addedFee(fee)
  const qris = readCode(text)
  if (qris.problem) throw new ConnectorError('unexpected', `the code is not valid: ${qris.problem.message}`)
  if (qris.amount !== amount) throw new ConnectorError('unexpected', `the code asks for ${qris.amount}, not ${amount}`)
}

function addedFee({ amount, setting }: StatedFee): ConnectorError {
  const sentence = `the provider adds a fee of ${formatRupiah(amount)} to what the payer pays`
  return new ConnectorError(
    'refused',
    `${sentence}. Change the setting "${setting}" so that the merchant pays the fee`,
    { advice: { kind: 'fee_on_payer', name: setting } },
  )
}

function readCode(text: string) {
  try {
    return parseQris(text)
  } catch (error) {
    if (error instanceof Refusal) throw new ConnectorError('unexpected', `the code is not a QRIS: ${error.message}`)
    throw error
  }
}
