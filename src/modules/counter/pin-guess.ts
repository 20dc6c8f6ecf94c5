import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { accountFilter } from '../../database/scope.ts'
import { Cashier } from './cashier.ts'
import { Device } from './device.ts'

const PinGuessSchema = defineEntity({
  name: 'PinGuess',
  tableName: 'pin_guess',
  comment: "How often a cashier's PIN was typed wrongly on one device since it was right. Other devices do not wait.",
  filters: accountFilter,
  properties: {
    device: () => p.manyToOne(Device).lazyRef().primary(),
    cashier: () => p.manyToOne(Cashier).lazyRef().primary(),
    account: owner,
    tries: p.integer().comment('Counted before the PIN is looked at.'),
    closedUntil: p.datetime().comment('Until when no PIN is looked at.'),
  },
})

/** The number of wrong entries of a cashier's PIN on one device. */
export class PinGuess extends PinGuessSchema.class {}
PinGuessSchema.setClass(PinGuess)
