import type { Payment } from './payment.ts'

/** What the event `payment.paid` tells, enough for everything that follows from it. Times are ISO 8601. */
export interface PaymentPaid {
  invoiceId: string
  mode: Payment['mode']
  paymentMethod: string
  paidVia: string
  amount: number
  uniqueCode: number
  finalAmount: number
  paidAmount: number
  paidAt: string
  paidReffNum: string
  paidLate: boolean
  payerName: string | null
  payerApp: string | null
  customerName: string | null
  customerEmail: string | null
  customerPhone: string | null
  description: string | null
  callbackUrl: string | null
  redirectUrl: string | null
  hasFile: boolean
  hasContent: boolean
}

export function tellPaid(payment: Payment): PaymentPaid {
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
    paidReffNum: payment.paidReffNum!,
    paidLate: payment.paidLate,
    payerName: payment.payerName,
    payerApp: payment.payerApp,
    customerName: payment.customerName,
    customerEmail: payment.customerEmail,
    customerPhone: payment.customerPhone,
    description: payment.description,
    callbackUrl: payment.callbackUrl,
    redirectUrl: payment.redirectUrl,
    hasFile: payment.fileId !== null,
    hasContent: payment.contentId !== null,
  }
}
