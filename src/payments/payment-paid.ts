import type { PaymentPaid } from '../events/payloads.ts'
import type { Payment } from './payment.ts'

/** Returns the payload of `payment.paid`, which is the body of its callback. */
export function makePaymentPaid(payment: Payment): PaymentPaid {
  return {
    invoiceId: payment.invoiceId,
    mode: payment.mode,
    paymentMethod: payment.paymentMethod,
    paidVia: payment.paidVia!,
    amount: payment.amount,
    uniqueCode: payment.uniqueCode,
    finalAmount: payment.finalAmount,
    paidAmount: payment.paidAmount!,
    paidAt: payment.paidAt!.toISOString(),
    paidReffNum: payment.paidReffNum,
    paidLate: payment.paidLate,
    payerName: payment.payerName,
    payerApp: payment.payerApp,
    customerName: payment.customerName,
    customerEmail: payment.customerEmail,
    customerPhone: payment.customerPhone,
    description: payment.description,
    callbackUrl: payment.callbackUrl,
    redirectUrl: payment.redirectUrl,
    reference: payment.reference,
    metadata: payment.metadata,
    hasFile: payment.file !== null,
    hasContent: payment.content !== null,
  }
}
