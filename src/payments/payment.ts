import type { Mode } from '../accounts/entities.ts'
import type { PaymentMethodId } from '../methods/method.ts'

export type PaymentStatus = 'pending' | 'paid' | 'expired' | 'cancelled'
export const paymentStatuses = ['pending', 'paid', 'expired', 'cancelled'] as const

/** One invoice (spec 2.1). Amounts in whole rupiah. */
export interface Payment {
  invoiceId: string
  accountId: number
  mode: Mode
  paymentMethod: PaymentMethodId
  amount: number
  uniqueCode: number
  finalAmount: number
  status: PaymentStatus
  description: string | null
  customerName: string | null
  customerEmail: string | null
  customerPhone: string | null
  callbackUrl: string | null
  redirectUrl: string | null
  fileId: number | null
  contentId: number | null
  productImageId: number | null
  useQrisConverter: boolean
  /** The merchant's own code with the final amount inside, where the edition converts at creation. */
  convertedQris: string | null
  createdAt: Date
  expiresAt: Date
  paidAt: Date | null
  paidAmount: number | null
  paidVia: string | null
  paidReffNum: string | null
  paidLate: boolean
  payerName: string | null
  payerApp: string | null
  endReason: string | null
}

/** The columns of a Payment, named as its fields. `table` is the alias that stands before each. */
export function paymentColumns(table = 'payment'): string {
  return columns.map(column => `${table}.${column.name} as "${column.field}"`).join(', ')
}

const columns = (
  [
    'invoiceId',
    'accountId',
    'mode',
    'paymentMethod',
    'amount',
    'uniqueCode',
    'finalAmount',
    'status',
    'description',
    'customerName',
    'customerEmail',
    'customerPhone',
    'callbackUrl',
    'redirectUrl',
    'fileId',
    'contentId',
    'productImageId',
    'useQrisConverter',
    'convertedQris',
    'createdAt',
    'expiresAt',
    'paidAt',
    'paidAmount',
    'paidVia',
    'paidReffNum',
    'paidLate',
    'payerName',
    'payerApp',
    'endReason',
  ] satisfies (keyof Payment)[]
).map(field => ({ field, name: field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`) }))
