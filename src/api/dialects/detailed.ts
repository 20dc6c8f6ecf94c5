import { detailedAccount } from './account.ts'
import type { Dialect } from './dialect.ts'
import { eventAnswers } from './events.ts'
import { explanationAnswers } from './explanation.ts'
import { detailedGoods } from './goods.ts'
import { methodAnswers } from './methods.ts'
import { moneyAnswers } from './money.ts'
import { orderAnswers } from './order.ts'
import { detailedPayment } from './payment.ts'
import { detailedQris } from './qris.ts'
import { detailedStatistics } from './statistics.ts'
import { stockAnswers } from './stock.ts'
import { transferAnswers } from './transfer.ts'

/** The newer dialect of the contract: data in `data`, every field named in full. */
export const detailedDialect: Dialect = {
  ...detailedPayment,
  ...detailedGoods,
  ...moneyAnswers,
  ...eventAnswers,
  ...detailedQris,
  ...orderAnswers,
  ...stockAnswers,
  ...transferAnswers,
  ...explanationAnswers,
  ...methodAnswers,
  ...detailedStatistics,
  ...detailedAccount,
}
