import type { Config } from '../config.ts'

/** The hosted page of a payment (contract 2.1). From BASE_URL, never from what a request called this host. */
export function paymentUrl(config: Pick<Config, 'baseUrl'>, invoiceId: string): string {
  return `${config.baseUrl}/pay?invoice=${invoiceId}`
}
