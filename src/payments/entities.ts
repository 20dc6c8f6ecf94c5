import { Charge } from './charge.ts'
import { GoodsRelease } from './goods/goods-release.ts'
import { Hold } from './hold.ts'
import { Idempotency } from './idempotency.ts'
import { Payment } from './payment.ts'
import { PaymentReference } from './payment-reference.ts'
import { Reservation } from './reservation.ts'
import { PaymentState } from './state/payment-state.ts'
import { PaymentDay } from './statistics/payment-day.ts'
import { PaymentDelta } from './statistics/payment-delta.ts'
import { PaymentHour } from './statistics/payment-hour.ts'

export const paymentEntities = [
  Payment,
  PaymentState,
  Idempotency,
  PaymentReference,
  Reservation,
  Hold,
  Charge,
  GoodsRelease,
  PaymentDelta,
  PaymentDay,
  PaymentHour,
] as const
