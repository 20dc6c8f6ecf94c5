import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { accountFilter } from '../../database/scope.ts'
import { Cashier } from './cashier.ts'
import { Device } from './device.ts'

const PinGuessSchema = defineEntity({
  name: 'PinGuess',
  tableName: 'pin_guess',
  comment: "The number of wrong entries of a cashier's PIN on one device since the last correct one.",
  filters: accountFilter,
  properties: {
    device: () => p.manyToOne(Device).lazyRef().primary(),
    cashier: () => p.manyToOne(Cashier).lazyRef().primary(),
    account: owner,
    tries: p.integer().comment('The number of attempts, counted before each PIN is checked.'),
    closedUntil: p.datetime().comment('Until then, no PIN is checked.'),
  },
})

/** The number of wrong entries of a cashier's PIN on one device. */
export class PinGuess extends PinGuessSchema.class {}
PinGuessSchema.setClass(PinGuess)
