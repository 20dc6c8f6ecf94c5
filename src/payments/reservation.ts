import { defineEntity, p } from '@mikro-orm/core'

import { ReceivingAccount } from '../connections/receiving-account.ts'
import { OpenEnded } from '../database/open-ended.ts'
import { byInstallation } from '../database/scope.ts'

const ReservationSchema = defineEntity({
  name: 'Reservation',
  tableName: 'reservation',
  filters: byInstallation,
  properties: {
    receivingAccount: () => p.manyToOne(ReceivingAccount).lazyRef().primary(),
    finalAmount: p.bigint('number').primary(),
    invoiceId: p.text(),
    heldUntil: p.type(OpenEnded),
  },
})

/** Which payment has an amount of a receiving account now, or had it last. */
export class Reservation extends ReservationSchema.class {}
ReservationSchema.setClass(Reservation)
