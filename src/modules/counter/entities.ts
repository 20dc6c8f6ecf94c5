import { CashReturn } from './cash-return.ts'
import { Cashier } from './cashier.ts'
import { CounterRules } from './counter-rules.ts'
import { CounterSale } from './counter-sale.ts'
import { Device } from './device.ts'
import { PinGuess } from './pin-guess.ts'
import { Shift } from './shift.ts'

export const counterEntities = [Device, Cashier, PinGuess, Shift, CounterSale, CashReturn, CounterRules] as const
