import { createRandom } from '../kit/random-from.ts'

export const goodsNames = ['mug', 'token', 'cut', 'latte', 'small', 'large'] as const
export type GoodsName = (typeof goodsNames)[number]

export interface Option {
  /** Its key after that of its group, such as `milk:oat`. */
  key: string
  name: string
  price: number
}

export interface Goods {
  /** The name in lists and files. */
  name: string
  /** The names by which the API finds it. */
  product: string
  variant: string
  price: number
  /** The number in stock at first; null without a limit. */
  count: number | null
  /** Whether its units are serial lines, which are sent in the chat. */
  isSent: boolean
  /** The weight of a unit in grams, if people hand it over. */
  weight: number | null
  options: Option[]
}

export interface Zone {
  name: string
  places: string[]
  fee: number
  /** For each further started kilogram. */
  perKg: number
}

export interface Person {
  name: string
  phone: string
  address: string
}

/** The shop that a seed draws, with its prices, and the people who buy there. */
export interface World {
  goods: Record<GoodsName, Goods>
  coupon: { code: string; off: number; usesMax: number }
  rules: { orderMin: number; freeDeliveryFrom: number; tables: number; zones: Zone[] }
  people: Person[]
  /** The amounts of payments. */
  prices: number[]
  /** The highest discount of a cashier, in percent. */
  discountMax: number
  /** The balance of live mode at first. */
  balance: number
  /** For how many minutes a payment can be paid. */
  lifetime: number
  /** Whether unique codes are discounts. */
  subtractsCodes: boolean
}

const names = ['Budi Santoso', 'Siti "Aminah"', 'Agus, Jr', 'Dewi', 'Made Wirawan', 'Nyoman', 'Rina Ayu', "Joko's"]

/** Draws the shop of a month. The same seed draws the same one. */
export function drawWorld(seed: number): World {
  const random = createRandom(seed + 1)
  const between = (min: number, max: number) => min + Math.floor(random() * (max - min + 1))
  const hundreds = (min: number, max: number) => 100 * between(min / 100, max / 100)
  const plain = { product: '', variant: 'only', count: null, isSent: false, weight: null, options: [] }
  const option = (key: string, name: string, price: number) => ({ key, name, price })
  return {
    goods: {
      mug: {
        ...plain,
        name: 'Mug',
        product: 'mug',
        price: hundreds(30_000, 60_000),
        count: between(6, 15),
        weight: 700,
      },
      token: { ...plain, name: 'Token', product: 'token', price: hundreds(5_000, 20_000), count: 30, isSent: true },
      cut: { ...plain, name: 'Cukur', product: 'cut', price: hundreds(20_000, 40_000) },
      latte: {
        ...plain,
        name: 'Latte',
        product: 'latte',
        price: hundreds(15_000, 25_000),
        count: between(6, 15),
        weight: 250,
        options: [
          option('milk:dairy', 'Susu sapi', 0),
          option('milk:oat', 'Susu oat', hundreds(2_000, 9_000)),
          option('more:shot', 'Shot', hundreds(3_000, 7_000)),
          option('more:syrup', 'Sirup', hundreds(1_000, 3_000)),
        ],
      },
      small: {
        ...plain,
        name: 'Teh (Kecil)',
        product: 'tea',
        variant: 'small',
        price: hundreds(5_000, 9_000),
        weight: 0,
      },
      large: {
        ...plain,
        name: 'Teh (Besar)',
        product: 'tea',
        variant: 'large',
        price: hundreds(9_000, 15_000),
        count: 5,
        weight: 0,
      },
    },
    coupon: { code: 'HEMAT', off: hundreds(1_000, 4_000), usesMax: between(2, 4) },
    rules: {
      orderMin: hundreds(6_000, 12_000),
      freeDeliveryFrom: hundreds(60_000, 120_000),
      tables: between(2, 5),
      zones: [
        { name: 'Menteng', places: ['Menteng', '10310-10350'], fee: hundreds(5_000, 9_000), perKg: 2_000 },
        { name: 'Tebet', places: ['Tebet', '12810'], fee: hundreds(9_000, 15_000), perKg: 0 },
      ],
    },
    people: Array.from({ length: between(3, 8) }, (_, index) => ({
      name: names[index]!,
      phone: `0812-${between(1_000, 9_999)}-${between(1_000, 9_999)}`,
      address: `Jl. Kopi ${between(1, 99)}`,
    })),
    prices: [1_000, ...Array.from({ length: 5 }, () => between(1_001, 150_000)), between(150_000, 490_000)],
    discountMax: between(5, 30),
    balance: hundreds(100_000, 400_000),
    lifetime: 10 * between(1, 3),
    subtractsCodes: between(0, 1) === 1,
  }
}
