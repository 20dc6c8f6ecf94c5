import type { Needs } from '../../needs.ts'
import { type ReceiptNumber, receiptToken } from './receipt-token.ts'

/**
 * The page at which everybody can ask whether a receipt is real. From BASE_URL, never from what a request called this
 * host.
 */
export function receiptUrl({ config, seal }: Needs<'config' | 'seal'>, number: ReceiptNumber): string {
  return `${config.baseUrl}/receipt/${receiptToken(seal, number)}`
}
