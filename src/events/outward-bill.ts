import type { StoredBillTerms } from './bill-term-fields.ts'

/**
 * `once`: one payer, one amount. `many`: the same amount for any number of payers. `open`: the payer chooses the
 * amount.
 */
export const billKinds = ['once', 'many', 'open'] as const
export type BillKind = (typeof billKinds)[number]

export const billStatuses = ['draft', 'open', 'partly_paid', 'paid', 'overdue', 'closed', 'expired'] as const
export type BillStatus = (typeof billStatuses)[number]

/** The details that a payer can be asked for before the payment is created. */
export const billQuestions = ['name', 'phone', 'address', 'note'] as const
export type BillQuestion = (typeof billQuestions)[number]

/** A bill as its events show it. Amounts are in whole rupiah. */
export interface OutwardBill extends StoredBillTerms {
  publicId: string
  slug: string
  kind: BillKind
  status: BillStatus
  title: string
  amount: number | null
  minAmount: number | null
  maxAmount: number | null
  proposedAmount: number | null
  takesParts: boolean
  collected: number
  due(): number | null
  excess: number
  uses: number
  metadata: Record<string, string>
  asks: BillQuestion[]
  redirectUrl: string | null
  createdAt: Date
  paidAt: Date | null
  sequence: number
}

/** Returns the address of a bill's page. */
export function billUrl({ baseUrl }: { baseUrl: string }, { slug }: { slug: string }): string {
  return `${baseUrl}/b/${slug}`
}
