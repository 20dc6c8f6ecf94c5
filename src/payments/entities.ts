import { Charge } from './charge.ts'
import { Destination } from './destination.ts'
import { GoodsRelease } from './goods-release.ts'
import { Hold } from './hold.ts'
import { Idempotency } from './idempotency.ts'
import { Movement } from './movement.ts'
import { Payment } from './payment.ts'
import { PaymentDay } from './payment-day.ts'
import { PaymentDelta } from './payment-delta.ts'
import { PaymentReference } from './payment-reference.ts'
import { Reading } from './reading.ts'
import { Reservation } from './reservation.ts'
import { Transfer } from './transfer.ts'
import { Withdrawal } from './withdrawal.ts'

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
