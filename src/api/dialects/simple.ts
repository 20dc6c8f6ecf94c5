import { simpleAccount } from './account.ts'
import type { Dialect } from './dialect.ts'
import { eventAnswers } from './events.ts'
import { explanationAnswers } from './explanation.ts'
import { simpleGoods } from './goods.ts'
import { methodAnswers } from './methods.ts'
import { moneyAnswers } from './money.ts'
import { orderAnswers } from './order.ts'
import { simplePayment } from './payment.ts'
import { simpleQris } from './qris.ts'
import { simpleStatistics } from './statistics.ts'
import { stockAnswers } from './stock.ts'
import { transferAnswers } from './transfer.ts'

/** The short dialect of the contract. */
export const simpleDialect: Dialect = {
  ...simplePayment,
  ...simpleGoods,
  ...moneyAnswers,
  ...eventAnswers,
  ...simpleQris,
  ...orderAnswers,
  ...stockAnswers,
  ...transferAnswers,
  ...explanationAnswers,
  ...methodAnswers,
  ...simpleStatistics,
  ...simpleAccount,
}
