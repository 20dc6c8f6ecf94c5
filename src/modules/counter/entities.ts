import { CashReturn } from './cash-return.ts'
import { Cashier } from './cashier.ts'
import { CounterRules } from './counter-rules.ts'
import { CounterSale } from './counter-sale.ts'
import { Device } from './device.ts'
import { OfflineSale } from './offline/offline-sale.ts'
import { PinGuess } from './pin-guess.ts'
import { Shift } from './shift.ts'
import { KitchenStation } from './tables/kitchen-station.ts'
import { KitchenTicket } from './tables/kitchen-ticket.ts'
import { OpenBill } from './tables/open-bill.ts'

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
  KitchenTicket,
] as const
