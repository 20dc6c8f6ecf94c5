/** The page at which money of one payment is returned. */
export function refundPath(invoiceId: string): string {
  return `/dashboard/payments/${invoiceId}/refund`
}
