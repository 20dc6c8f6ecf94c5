import { createRandom } from '../kit/random-from.ts'
import type { Method } from './model-types.ts'
import { drawWorld, type GoodsName, goodsNames } from './world.ts'

export interface Line {
  goods: GoodsName
  quantity: number
  choices: string[]
}

/** The gateways of the shop, and how each of their requests can fail. */
export const faults = [
  ['interactive', 'charge', 'error'],
  ['interactive', 'charge', 'garbage'],
  ['interactive', 'charge', 'slow'],
  ['interactive', 'status', 'error'],
  ['interactive', 'status', 'garbage'],
  ['interactive', 'status', 'slow'],
  ['wallet', 'list', 'error'],
  ['wallet', 'list', 'garbage'],
  ['wallet', 'list', 'slow'],
  ['wallet', 'list', 'duplicate'],
] as const

/** How the goods of an order are to reach its customer. The zone is the index of one, or that of the address. */
export interface Way {
  way: 'delivery' | 'pickup' | 'dine_in'
  zone: number
  table: number
}

export const couriers = ['jne', 'jnt', 'anteraja', 'gosend', 'own'] as const
export type Courier = (typeof couriers)[number]

/** Whether a merchant returned money although the provider could have, and how long before. */
export interface NoteOfRefund {
  isNoted: boolean
  daysAgo: number
}

/** The point at which a process is killed: its nth statement of a round of work, or of a request. */
export interface Kill {
  at: 'work' | 'request'
  statement: number
}

/**
 * One event of a simulated month. Payments, orders, sales and others are numbered by the order of their creation,
 * modulo their count, so a list of acts stays meaningful when it is shortened.
 */
export type Act =
  | { do: 'wait'; minutes: number }
  | { do: 'jump'; minutes: number }
  /** Waits until the very end of something that has a time limit, and a minute longer. */
  | { do: 'edge'; number: number }
  | { do: 'create'; method: Method; amount: number; reference: number; reuses: boolean }
  | { do: 'repeat'; payment: number }
  | ({ do: 'order'; person: number; lines: Line[]; hasCoupon: boolean; asks: boolean; noteLength: number } & Way)
  | { do: 'ask'; order: number }
  | { do: 'undo'; order: number }
  | { do: 'move'; order: number; to: 'processing' | 'completed' | 'cancelled'; noteLength: number }
  | { do: 'leave'; order: number }
  | { do: 'ship'; order: number; courier: Courier; number: string | null }
  | { do: 'arrive'; order: number }
  | ({ do: 'edit'; order: number; noteLength: number } & Way)
  | { do: 'rate'; order: number; stars: number }
  | { do: 'beside'; payment: number; pays: boolean; cancels: boolean }
  | { do: 'pay'; payment: number; isOpen: boolean; payer: number }
  | { do: 'simulate'; payment: number; simulation: (typeof simulations)[number] }
  | { do: 'delay'; payments: number[]; minutes: number; faults: number }
  | { do: 'stray'; amount: number; method: 'wallet_direct' | 'qris_user' }
  | { do: 'burst'; payments: number[] }
  /** The wallet lists a row that cannot be read, or an amount under a reference that has another one. */
  | { do: 'odd'; payment: number; amount: 'unknown' | 'same' | 'other' | 'none' | 'again' }
  /** A person has checked such a row, or the wallet now lists it correctly. */
  | { do: 'clear'; row: number; by: 'user' | 'provider' }
  | { do: 'slip'; payment: number; by: number; roundedTo: number }
  | { do: 'rule'; acceptsLate: boolean }
  | { do: 'cancel'; payment: number }
  | { do: 'review'; transfer: number; action: 'accept' | 'refund' | 'ignore' }
  | { do: 'assign'; transfer: number; payment: number }
  | { do: 'refund'; payment: number; isPaid: boolean; percent: number; restocks: boolean }
  | ({ do: 'return-units'; payment: number; quantities: number[]; restocks: boolean } & NoteOfRefund)
  | { do: 'note'; payment: number }
  | { do: 'reword'; refund: number; reason: string | null }
  | { do: 'correct'; refund: number }
  | { do: 'sell'; lines: Line[]; typed: number; discount: number; by: 'cash' | 'code' }
  | { do: 'cut'; lines: Line[]; typed: number; isLate: boolean }
  | { do: 'decide'; sale: number; accepts: boolean }
  | { do: 'count'; difference: number; opening: number }
  | { do: 'return'; sale: number; percent: number }
  | { do: 'restock'; goods: 'mug' | 'latte' | 'large'; count: number; isAtPage: boolean }
  | { do: 'stock'; goods: 'mug' | 'latte' | 'large'; available: number }
  | { do: 'units'; count: number }
  | { do: 'wrong' }
  | { do: 'toggle'; option: string }
  | { do: 'bill'; kind: 'once' | 'parts' | 'many' | 'open'; amount: number; days: number }
  | { do: 'open'; bill: number; percent: number; browser: number }
  | { do: 'close'; bill: number }
  | { do: 'withdraw'; percent: number }
  | { do: 'answer'; withdrawal: number; to: 'approved' | 'sent' | 'rejected' | 'failed' }
  | { do: 'fault'; fault: number; count: number }
  | { do: 'lose'; answers: number }
  | { do: 'break'; statements: number }
  | { do: 'restart' }
  | { do: 'upgrade' }
  | ({ do: 'kill' } & Kill)

const simulations = ['exact', 'late', 'under', 'over', 'twice', 'other_payer'] as const

/** No payment has such an amount, nor one like it. */
export const strayMin = 7_000_000

const waits = [1, 5, 7, 8, 15, 20, 30, 40, 60, 180, 1_440, 2_880]
const jumps = [-8, -3, 4, 45]

/** The relative frequency of each kind of act. */
const weights: Record<Act['do'], number> = {
  wait: 10,
  jump: 2,
  edge: 6,
  create: 14,
  repeat: 1,
  order: 26,
  ask: 6,
  undo: 5,
  move: 8,
  leave: 2,
  ship: 6,
  arrive: 3,
  edit: 4,
  rate: 3,
  beside: 3,
  pay: 30,
  simulate: 6,
  delay: 3,
  stray: 1,
  burst: 2,
  odd: 3,
  clear: 3,
  slip: 6,
  rule: 2,
  cancel: 3,
  review: 6,
  assign: 2,
  refund: 8,
  'return-units': 5,
  note: 2,
  reword: 2,
  correct: 3,
  sell: 6,
  cut: 4,
  decide: 2,
  count: 3,
  return: 3,
  restock: 4,
  stock: 2,
  units: 2,
  wrong: 3,
  toggle: 1,
  bill: 4,
  open: 8,
  close: 1,
  withdraw: 2,
  answer: 3,
  fault: 3,
  lose: 2,
  break: 2,
  restart: 1,
  kill: 1,
  upgrade: 1,
}

/** The number of acts in which each kind comes at least once. */
const deckSize = 200

/** Draws the acts of a month. The same seed draws the same acts. */
export function drawActs(seed: number, count: number): Act[] {
  const random = createRandom(seed)
  const { prices } = drawWorld(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const of = <Item>(items: readonly Item[]): Item => items[below(items.length)]!
  const all = Object.keys(weights) as Act['do'][]
  const kinds = all.flatMap(kind => Array<Act['do']>(weights[kind]).fill(kind))
  // Each kind once, however rare it is, and the others by their frequency.
  const deck: Act['do'][] = []
  const fillDeck = () => {
    const left = [...all, ...Array.from({ length: deckSize - all.length }, () => of(kinds))]
    while (left.length > 0) deck.push(...left.splice(below(left.length), 1))
  }
  const line = (goods: GoodsName): Line => {
    const extras = goods === 'latte' ? ['more:shot', 'more:syrup'].filter(() => below(2) === 0) : []
    return {
      goods,
      quantity: 1 + below(2),
      choices: goods === 'latte' ? [of(['milk:dairy', 'milk:oat']), ...extras] : [],
    }
  }
  const lines = (from: readonly GoodsName[], most: number) => {
    const left = [...from]
    return Array.from({ length: 1 + below(most) }, () => line(left.splice(below(left.length), 1)[0]!))
  }
  const handed = goodsNames.filter(name => name !== 'token')
  const draws: { [Kind in Act['do']]: () => Extract<Act, { do: Kind }> } = {
    wait: () => ({ do: 'wait', minutes: of(waits) }),
    jump: () => ({ do: 'jump', minutes: of(jumps) }),
    edge: () => ({ do: 'edge', number: below(1_000) }),
    create: () => {
      const [method, reference] = [of(['qris', 'wallet_direct', 'qris_user'] as const), below(12)]
      return { do: 'create', method, amount: of(prices), reference, reuses: below(2) === 0 }
    },
    repeat: () => ({ do: 'repeat', payment: below(1_000) }),
    order: () => {
      const [asks, noteLength] = [below(5) > 0, of([0, 0, 20, 500, 501])]
      const how = { way: of(['delivery', 'pickup', 'dine_in'] as const), zone: below(3), table: below(7) }
      const what = { person: below(8), lines: lines(goodsNames, 2), hasCoupon: below(3) === 0 }
      return { do: 'order', ...what, asks, noteLength, ...how }
    },
    undo: () => ({ do: 'undo', order: below(1_000) }),
    ask: () => ({ do: 'ask', order: below(1_000) }),
    move: () => {
      const to = of(['processing', 'completed', 'completed', 'cancelled'] as const)
      return { do: 'move', order: below(1_000), to, noteLength: of([0, 0, 0, 500, 501]) }
    },
    leave: () => ({ do: 'leave', order: below(1_000) }),
    ship: () => {
      return { do: 'ship', order: below(1_000), courier: of(couriers), number: of([null, 'AB 12/3', '0012345678']) }
    },
    edit: () => {
      const how = { way: of(['delivery', 'pickup', 'dine_in'] as const), zone: below(3), table: below(7) }
      return { do: 'edit', order: below(1_000), noteLength: of([0, 7, 500, 501]), ...how }
    },
    rate: () => ({ do: 'rate', order: below(1_000), stars: below(7) }),
    arrive: () => ({ do: 'arrive', order: below(1_000) }),
    beside: () => ({ do: 'beside', payment: below(1_000), pays: below(3) > 0, cancels: below(4) === 0 }),
    pay: () => ({ do: 'pay', payment: below(1_000), isOpen: below(4) > 0, payer: below(8) }),
    simulate: () => ({ do: 'simulate', payment: below(1_000), simulation: of(simulations) }),
    delay: () => {
      return { do: 'delay', payments: [below(1_000), below(1_000)], minutes: of([5, 12, 32, 32, 90]), faults: below(3) }
    },
    stray: () => ({ do: 'stray', amount: strayMin + below(1_000_000), method: of(['wallet_direct', 'qris_user']) }),
    burst: () => ({ do: 'burst', payments: [below(1_000), below(1_000), below(1_000)] }),
    odd: () => {
      const amount = of(['unknown', 'same', 'same', 'other', 'none', 'again'] as const)
      return { do: 'odd', payment: below(1_000), amount }
    },
    clear: () => ({ do: 'clear', row: below(1_000), by: of(['user', 'provider']) }),
    slip: () => {
      const roundedTo = of([0, 0, 0, 10, -10, 100, -100, 1_000, -1_000])
      return { do: 'slip', payment: below(1_000), by: of([-3, 4, 5, -5, 10, -100, 0, 6_000]), roundedTo }
    },
    rule: () => ({ do: 'rule', acceptsLate: below(2) === 0 }),
    cancel: () => ({ do: 'cancel', payment: below(1_000) }),
    review: () => ({
      do: 'review',
      transfer: below(1_000),
      action: of(['accept', 'accept', 'accept', 'refund', 'ignore']),
    }),
    refund: () => {
      const [percent, restocks] = [of([1, 30, 50, 99, 100, 100, 101, 150]), below(3) === 0]
      return { do: 'refund', payment: below(1_000), isPaid: below(5) > 0, percent, restocks }
    },
    assign: () => ({ do: 'assign', transfer: below(1_000), payment: below(1_000) }),
    'return-units': () => {
      const [quantities, restocks] = [[of([1, 1, 2, 3]), below(3)], below(2) === 0]
      return {
        do: 'return-units',
        payment: below(1_000),
        quantities,
        restocks,
        isNoted: below(2) === 0,
        daysAgo: below(2),
      }
    },
    note: () => ({ do: 'note', payment: below(1_000) }),
    reword: () => ({ do: 'reword', refund: below(1_000), reason: of([null, 'Salah ketik', 'Rusak']) }),
    correct: () => ({ do: 'correct', refund: below(1_000) }),
    sell: () => {
      const [typed, discount] = [of([0, 0, 5_000, 25_500]), of([0, 0, 1, 5, 40])]
      return { do: 'sell', lines: lines(handed, 2), typed, discount, by: of(['cash', 'cash', 'code']) }
    },
    cut: () => ({ do: 'cut', lines: lines(handed, 2), typed: of([0, 12_500]), isLate: below(3) === 0 }),
    decide: () => ({ do: 'decide', sale: below(1_000), accepts: below(3) > 0 }),
    count: () => ({ do: 'count', difference: of([0, 0, -2_000, 5_000]), opening: of([50_000, 100_000]) }),
    return: () => ({ do: 'return', sale: below(1_000), percent: of([10, 50, 100, 130]) }),
    restock: () => ({
      do: 'restock',
      goods: of(['mug', 'latte', 'large']),
      count: 3 + below(8),
      isAtPage: below(2) === 0,
    }),
    stock: () => ({ do: 'stock', goods: of(['mug', 'latte', 'large']), available: of([0, 1, 4, 9]) }),
    units: () => ({ do: 'units', count: 1 + below(3) }),
    wrong: () => ({ do: 'wrong' }),
    toggle: () => ({ do: 'toggle', option: of(['milk:oat', 'more:shot', 'more:syrup']) }),
    bill: () => ({
      do: 'bill',
      kind: of(['once', 'parts', 'parts', 'many', 'open']),
      amount: of(prices),
      days: below(4),
    }),
    open: () => ({ do: 'open', bill: below(1_000), percent: of([100, 100, 30, 50, 60, 120]), browser: below(3) }),
    close: () => ({ do: 'close', bill: below(1_000) }),
    withdraw: () => ({ do: 'withdraw', percent: of([10, 30, 50, 100, 120]) }),
    answer: () => {
      const to = of(['approved', 'approved', 'sent', 'rejected', 'failed'] as const)
      return { do: 'answer', withdrawal: below(1_000), to }
    },
    fault: () => ({ do: 'fault', fault: below(faults.length), count: 1 + below(3) }),
    lose: () => ({ do: 'lose', answers: 1 + below(2) }),
    break: () => ({ do: 'break', statements: 1 + below(6) }),
    restart: () => ({ do: 'restart' }),
    upgrade: () => ({ do: 'upgrade' }),
    kill: () => ({ do: 'kill', at: of(['work', 'request']), statement: 1 + below(12) }),
  }
  return Array.from({ length: count }, () => {
    if (deck.length === 0) fillDeck()
    return draws[deck.pop()!]()
  })
}
