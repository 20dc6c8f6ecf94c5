import type { Needs } from '../../needs.ts'
import { type ReceiptNumber, receiptToken } from './receipt-token.ts'

/**
 * Returns the page that confirms whether a receipt is genuine. From BASE_URL, never from the host name in a request.
 */
export function receiptUrl({ config, seal }: Needs<'config' | 'seal'>, number: ReceiptNumber): string {
  return `${config.baseUrl}/receipt/${receiptToken(seal, number)}`
}
