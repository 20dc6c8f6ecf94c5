import { createRandom } from '../kit/random-from.ts'

/**
 * One event of a simulated month. Payments, orders, sales and transfers are numbered by the order of their creation,
 * modulo their count, so a list of acts stays meaningful when it is shortened.
 */
export type Act =
  | { do: 'wait'; minutes: number }
  | { do: 'create'; method: 'qris' | 'wallet_direct'; amount: number }
  | { do: 'repeat'; payment: number }
  | { do: 'order'; mugs: number; keys: number; cuts: number; hasCoupon: boolean }
  | { do: 'ask'; order: number }
  | { do: 'move'; order: number; to: 'processing' | 'completed' | 'cancelled' }
  | { do: 'leave'; order: number }
  | { do: 'pay'; payment: number }
  | { do: 'stray'; amount: number }
  | { do: 'cancel'; payment: number }
  | { do: 'review'; transfer: number; action: 'accept' | 'refund' | 'ignore' }
  | { do: 'refund'; payment: number; percent: number; restocks: boolean }
  | { do: 'correct'; refund: number }
  | { do: 'sell'; mugs: number; typed: number }
  | { do: 'return'; sale: number; percent: number }
  | { do: 'restock'; mugs: number }
  | { do: 'break'; statements: number }
  | { do: 'restart' }

const waits = [20, 20, 40, 60, 180, 1_440, 2_880]
const prices = [1_000, 15_000, 15_000, 15_001, 20_000, 125_000]

/** The relative frequency of each kind of act. */
const weights: Record<Act['do'], number> = {
  wait: 10,
  create: 12,
  repeat: 1,
  order: 10,
  ask: 5,
  move: 6,
  leave: 2,
  pay: 20,
  stray: 1,
  cancel: 3,
  review: 4,
  refund: 6,
  correct: 3,
  sell: 5,
  return: 2,
  restock: 3,
  break: 3,
  restart: 1,
}

/** Draws the acts of a month. The same seed draws the same acts. */
export function drawActs(seed: number, count: number): Act[] {
  const random = createRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const of = <Item>(items: readonly Item[]): Item => items[below(items.length)]!
  const kinds = Object.entries(weights).flatMap(([kind, weight]) => Array<Act['do']>(weight).fill(kind as Act['do']))
  const draws: { [Kind in Act['do']]: () => Extract<Act, { do: Kind }> } = {
    wait: () => ({ do: 'wait', minutes: of(waits) }),
    create: () => ({ do: 'create', method: of(['qris', 'wallet_direct']), amount: of(prices) }),
    repeat: () => ({ do: 'repeat', payment: below(40) }),
    order: () => ({ do: 'order', mugs: below(3), keys: below(3), cuts: 1 + below(2), hasCoupon: below(3) === 0 }),
    ask: () => ({ do: 'ask', order: below(20) }),
    move: () => ({ do: 'move', order: below(20), to: of(['processing', 'completed', 'completed', 'cancelled']) }),
    leave: () => ({ do: 'leave', order: below(20) }),
    pay: () => ({ do: 'pay', payment: below(40) }),
    stray: () => ({ do: 'stray', amount: 7_000_000 + below(1_000_000) }),
    cancel: () => ({ do: 'cancel', payment: below(40) }),
    review: () => ({ do: 'review', transfer: below(10), action: of(['accept', 'accept', 'refund', 'ignore']) }),
    refund: () => ({ do: 'refund', payment: below(40), percent: of([1, 30, 50, 100, 100]), restocks: below(3) === 0 }),
    correct: () => ({ do: 'correct', refund: below(10) }),
    sell: () => ({ do: 'sell', mugs: below(3), typed: of([0, 5_000, 25_500]) }),
    return: () => ({ do: 'return', sale: below(10), percent: of([10, 50, 100]) }),
    restock: () => ({ do: 'restock', mugs: 1 + below(5) }),
    break: () => ({ do: 'break', statements: 1 + below(6) }),
    restart: () => ({ do: 'restart' }),
  }
  return Array.from({ length: count }, () => draws[of(kinds)]())
}
