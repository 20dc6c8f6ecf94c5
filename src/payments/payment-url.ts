import type { Config } from '../config.ts'

/** Returns the hosted page of a payment (contract 2.1), based on BASE_URL and never on the request's host. */
export function paymentUrl(config: Pick<Config, 'baseUrl'>, invoiceId: string): string {
  return `${config.baseUrl}/pay?invoice=${invoiceId}`
}
