import type { Needs } from '../../needs.ts'
import { makeReceiptToken, type ReceiptNumber } from './receipt-token.ts'

/** Returns the page that confirms whether a receipt is genuine, based on BASE_URL and never on the request's host. */
export function receiptUrl({ config, seal }: Needs<'config' | 'seal'>, number: ReceiptNumber): string {
  return `${config.baseUrl}/receipt/${makeReceiptToken(seal, number)}`
}
