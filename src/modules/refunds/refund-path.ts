/** Returns the path of the page for refunds of a payment. */
export function refundPath(invoiceId: string): string {
  return `/dashboard/payments/${invoiceId}/refund`
}
