import { type Choice, type MakingProblem, readMaking } from '../../catalog/options/read-making.ts'
import type { FilledGroup } from '../../catalog/options/read-options.ts'
import type { Customer } from '../customers/customer.ts'
import type { CartProblem, FilledLine } from './cart-line.ts'
import type { CartMaking } from './cart-making.ts'
import { reconcileMakings } from './reconcile.ts'

/** Units of one line that are made alike. */
export interface CartUnits {
  line: FilledLine
  /** The key of their making; empty without options. */
  key: string
  quantity: number
  choices: Choice[]
  /** The keys of all choices, including those that have become unavailable. */
  chosen: readonly string[]
  /** In whole rupiah, options included. */
  total: number
  problem: CartProblem | null
  /** The reason why they must be chosen again; null otherwise. */
  making: MakingProblem | null
}

interface Contents {
  /** In the order in which they came. */
  lines: FilledLine[]
  /** The makings of all lines, oldest first. */
  makings: CartMaking[]
  /** By the id of the product. */
  groups: Map<number, FilledGroup[]>
}

/** A customer's cart at the prices and with the stock and options of now. */
export class Cart {
  readonly customer: Customer
  readonly lines: FilledLine[]
  /** In the order of the lines; of one line in that in which they came. */
  readonly units: CartUnits[]

  constructor(customer: Customer, { lines, makings, groups }: Contents) {
    this.customer = customer
    this.lines = lines
    this.units = lines.flatMap(line => {
      const own = makings.filter(({ variant }) => variant.id === line.variant.id)
      return reconcileMakings(line.quantity, own).map(({ making, quantity }) =>
        makeUnits(line, { making, quantity }, groups.get(line.variant.product.id) ?? []),
      )
    })
  }

  /** The lines that the shop still sells. */
  get sold(): FilledLine[] {
    return this.lines.filter(line => line.problem() !== 'inactive')
  }

  /** Returns the sum of the available goods, in whole rupiah. */
  get total(): number {
    return this.units.filter(isSold).reduce((sum, { total }) => sum + total, 0)
  }

  get unitCount(): number {
    return this.units.filter(isSold).reduce((sum, { quantity }) => sum + quantity, 0)
  }

  /** Whether it can be ordered as it is. */
  get isOrderable(): boolean {
    return this.units.length > 0 && this.units.every(({ problem }) => problem === null)
  }
}

function isSold({ problem }: CartUnits): boolean {
  return problem !== 'inactive'
}

function makeUnits(
  line: FilledLine,
  { making, quantity }: { making: CartMaking | null; quantity: number },
  groups: FilledGroup[],
): CartUnits {
  const made = readMaking(groups, making?.choices ?? [])
  return {
    line,
    key: making?.key ?? '',
    quantity,
    choices: made.choices,
    chosen: making?.choices ?? [],
    total: (line.variant.price + made.price) * quantity,
    problem: line.problem() ?? (made.problem && 'choose'),
    making: made.problem,
  }
}
