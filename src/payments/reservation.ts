import { defineEntity, p } from '@mikro-orm/core'

import { ReceivingAccount } from '../connections/receiving-account.ts'
import { OpenEndedType } from '../database/open-ended.ts'
import { installationFilter } from '../database/scope.ts'

const ReservationSchema = defineEntity({
  name: 'Reservation',
  tableName: 'reservation',
  comment: 'The payment that holds an amount of a receiving account, or held it last.',
  filters: installationFilter,
  properties: {
    receivingAccount: () => p.manyToOne(ReceivingAccount).lazyRef().primary(),
    finalAmount: p.bigint('number').comment('The held amount, in whole rupiah.').primary(),
    invoiceId: p.text(),
    heldUntil: p.type(OpenEndedType).comment('Until then, no other payment gets it.'),
  },
})

export class Reservation extends ReservationSchema.class {}
ReservationSchema.setClass(Reservation)
