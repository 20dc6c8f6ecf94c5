import type { Balance } from '../../books/find-balance.ts'
import type { Movement } from '../../books/movement.ts'
import type { Withdrawal } from '../../books/withdrawal.ts'
import type { ListedEvents } from '../../callbacks/list-events.ts'
import type { ListedStock } from '../../catalog/stock/list-stock.ts'
import type { Explanation } from '../../doctor/explain-payment.ts'
import type { DigitalFile } from '../../goods/digital-file.ts'
import type { HiddenContent } from '../../goods/hidden-content.ts'
import type { ProductImage } from '../../goods/product-image.ts'
import type { ListedMethods } from '../../methods/list-methods.ts'
import type { TransferView } from '../../money/list-transfers.ts'
import type { SimulatedPayment } from '../../money/simulate-payment.ts'
import type { WholeOrder } from '../../orders/find-order.ts'
import type { ListedOrder } from '../../orders/list-orders.ts'
import type { Order } from '../../orders/order.ts'
import type { ReceivedMoney } from '../../orders/received-money.ts'
import type { OptionSold } from '../../orders/statistics/read-options-sold.ts'
import type { CreatedPayment } from '../../payments/create-payment-with-code.ts'
import type { CheckedPayment } from '../../payments/find-payment-sql.ts'
import type { ListedPayments } from '../../payments/list-payments.ts'
import type { Payment } from '../../payments/payment.ts'
import type { Statistics } from '../../payments/statistics/summarize-payments.ts'
import type { AccountView } from '../../payments/view-account.ts'
import type { Conversion } from '../../qris/convert-qris.ts'
import type { Qris } from '../../qris/parse-qris.ts'
import type { Shape } from './shape.ts'

/** An order with all its details and the money received for it. */
export interface FoundOrder {
  order: WholeOrder
  received: ReceivedMoney[]
}

/** A day of the books as CSV: the header, then the remaining lines. */
export interface ReconciledDay {
  day: string
  columns: string
  lines: AsyncIterable<string>
}

/** The results of the endpoints' use cases, before a dialect presents them. */
export interface Answers {
  paymentCreated: CreatedPayment
  paymentChecked: CheckedPayment
  paymentExplained: Explanation
  paymentsListed: ListedPayments & { page: number; limit: number }
  transfersListed: { transfers: TransferView[]; total: number; page: number; limit: number }
  transferReviewed: TransferView
  qrisConverted: Conversion
  qrisInfo: Qris
  /** A page of a list, or one order with all its details. */
  orders: { orders: ListedOrder[]; total: number } | FoundOrder
  orderUpdated: Order
  orderShipped: Order
  stockListed: { stock: ListedStock[]; total: number; page: number; limit: number }
  stockSet: ListedStock
  statistics: Statistics & { options: OptionSold[] }
  accountStatus: AccountView
  methodsListed: ListedMethods
  filesListed: DigitalFile[]
  contentsListed: HiddenContent[]
  imagesListed: ProductImage[]
  fileAdded: DigitalFile
  contentAdded: HiddenContent
  imageAdded: ProductImage
  paymentSimulated: SimulatedPayment
  balanceFound: Balance
  movementsListed: { movements: Movement[]; total: number; page: number; limit: number }
  dayReconciled: ReconciledDay
  refundNoted: Movement
  paymentRefunded: { payment: Payment; key: string }
  withdrawalsListed: { withdrawals: Withdrawal[]; total: number; page: number; limit: number }
  withdrawalRequested: Withdrawal
  eventsListed: ListedEvents
  redelivered: { redelivered: number }
  testCallbackSent: { invoiceId: string }
}

/** One dialect of the contract: the presentation of every answer. It is chosen once per request. */
export type Dialect = { [Answer in keyof Answers]: Shape<Answers[Answer]> }

/** The name of an answer in the dialects, or a shape that both dialects share, as modules provide. */
export type AnyAnswer = keyof Answers | Shape<never>

/** The type of the value that an answer presents. */
export type AnswerValue<Answer extends AnyAnswer> = Answer extends keyof Answers
  ? Answers[Answer]
  : Answer extends Shape<infer Value>
    ? Value
    : never

export function selectShape(dialect: Dialect, answer: AnyAnswer): Shape<never> {
  return typeof answer === 'string' ? dialect[answer] : answer
}
