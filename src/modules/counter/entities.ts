import { CashReturn } from './cash-return.ts'
import { Cashier } from './cashier.ts'
import { CounterRules } from './counter-rules.ts'
import { CounterSale } from './counter-sale.ts'
import { Device } from './device.ts'
import { KitchenStation } from './kitchen-station.ts'
import { OfflineSale } from './offline-sale.ts'
import { OpenBill } from './open-bill.ts'
import { PinGuess } from './pin-guess.ts'
import { Shift } from './shift.ts'

export const counterEntities = [
  Device,
  Cashier,
  PinGuess,
  Shift,
  CounterSale,
  CashReturn,
  CounterRules,
  OfflineSale,
  OpenBill,
  KitchenStation,
] as const
