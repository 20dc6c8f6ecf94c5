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

/** Returns the address of a bill's page. */
export function billUrl({ baseUrl }: { baseUrl: string }, { slug }: { slug: string }): string {
  return `${baseUrl}/b/${slug}`
}
