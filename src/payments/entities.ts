import { Charge } from './charge.ts'
import { Destination } from '../books/destination.ts'
import { GoodsRelease } from './goods/goods-release.ts'
import { Hold } from './hold.ts'
import { Idempotency } from './idempotency.ts'
import { Movement } from '../books/movement.ts'
import { Payment } from './payment.ts'
import { PaymentDay } from './statistics/payment-day.ts'
import { PaymentDelta } from './statistics/payment-delta.ts'
import { PaymentReference } from './payment-reference.ts'
import { Reading } from '../connections/reading.ts'
import { Reservation } from './reservation.ts'
import { Transfer } from '../money/transfer.ts'
import { Withdrawal } from '../books/withdrawal.ts'

export const paymentEntities = [
  Payment,
  Idempotency,
  PaymentReference,
  Reservation,
  Hold,
  Charge,
  GoodsRelease,
  Reading,
  Transfer,
  Destination,
  Withdrawal,
  Movement,
  PaymentDelta,
  PaymentDay,
] as const
