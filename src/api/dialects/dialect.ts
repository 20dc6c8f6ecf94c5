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

/** An order in full, with the money that came for it. */
export interface FoundOrder {
  order: WholeOrder
  received: ReceivedMoney[]
}

/** The books of a day as lines of CSV: the names of the columns, then the rest. */
export interface ReconciledDay {
  day: string
  columns: string
  lines: AsyncIterable<string>
}

/** The results of the use-cases behind the endpoints, before a dialect gives them a form. */
export interface Answers {
  paymentCreated: CreatedPayment
  paymentChecked: CheckedPayment
  paymentExplained: Explanation
  paymentsListed: ListedPayments & { page: number; limit: number }
  transfersListed: { transfers: TransferView[]; total: number; page: number; limit: number }
  transferReviewed: TransferView
  qrisConverted: Conversion
  qrisInfo: Qris
  /** A list, or one order in full. */
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

/** One form of the contract: how every answer looks. Chosen once a request, as a whole. */
export type Dialect = { [Answer in keyof Answers]: Shape<Answers[Answer]> }

/** An answer of the dialects by its name, or a shape common to both, which modules provide. */
export type AnyAnswer = keyof Answers | Shape<never>

/** The value that an answer shows. */
export type ValueOf<Answer extends AnyAnswer> = Answer extends keyof Answers
  ? Answers[Answer]
  : Answer extends Shape<infer Value>
    ? Value
    : never

export function selectShape(dialect: Dialect, answer: AnyAnswer): Shape<never> {
  return typeof answer === 'string' ? dialect[answer] : answer
}
