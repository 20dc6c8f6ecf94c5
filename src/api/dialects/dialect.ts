import type { App } from '../../needs.ts'
import type { Payment } from '../../payments/payment.ts'

/** What the endpoints answer, before anybody writes it as JSON. */
export interface Answers {
  paymentCreated: Payment
  paymentChecked: Payment
  paymentsListed: { payments: Payment[]; total: number; page: number; limit: number }
}

/** One form of the contract: how every answer looks. Chosen once a request, as a whole. */
export type Dialect = {
  [Answer in keyof Answers]: (value: Answers[Answer], app: Pick<App, 'calendar' | 'config'>) => object
}
