import type { Act } from './act.ts'
import { performNeighbour } from './neighbour.ts'
import { performBalance } from './perform-balance.ts'
import { performBills } from './perform-bills.ts'
import { performCounter } from './perform-counter.ts'
import { performOrders } from './perform-orders.ts'
import { performPayments } from './perform-payments.ts'
import { performRefunds } from './perform-refunds.ts'
import { performRows } from './perform-rows.ts'
import { performStock } from './perform-stock.ts'
import { performWrongs } from './perform-wrongs.ts'
import type { Performers, Scene } from './scene.ts'

/** The acts of machines and gateways, instead of people. */
export type Trouble = 'fault' | 'lose' | 'break' | 'restart' | 'kill' | 'upgrade'

/** Performs each kind of act of people in the shop and in the model. Throws if their answers differ. */
export function performers(scene: Scene): Performers<Exclude<Act['do'], Trouble>> {
  return {
    ...performPayments(scene),
    ...performRows(scene),
    ...performRefunds(scene),
    ...performOrders(scene),
    ...performStock(scene),
    ...performWrongs(scene),
    ...performCounter(scene),
    ...performBills(scene),
    ...performBalance(scene),
    ...performNeighbour(scene),
  }
}
