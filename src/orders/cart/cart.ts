import { type Choice, type MakingProblem, readMaking } from '../../catalog/options/read-making.ts'
import type { FilledGroup } from '../../catalog/options/read-options.ts'
import type { Customer } from '../customers/customer.ts'
import type { CartProblem, FilledLine } from './cart-line.ts'
import type { CartMaking } from './cart-making.ts'
import { reconcileMakings } from './reconcile.ts'

/** Units of one line with the same options. */
export interface CartUnits {
  line: FilledLine
  /** The key of their options; empty without any. */
  key: string
  quantity: number
  choices: Choice[]
  /** The keys of all choices, including those that have become unavailable. */
  chosen: readonly string[]
  /** The total in whole rupiah, including options. */
  total: number
  problem: CartProblem | null
  /** The reason why options must be chosen again; null otherwise. */
  making: MakingProblem | null
}

interface Contents {
  /** The lines in the order in which they were added. */
  lines: FilledLine[]
  /** The options of all lines, oldest first. */
  makings: CartMaking[]
  /** The option groups, by product id. */
  groups: Map<number, FilledGroup[]>
}

/** A customer's cart with current prices, stock and options. */
export class Cart {
  readonly customer: Customer
  readonly lines: FilledLine[]
  /** The units in the order of the lines; within a line, as they were added. */
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

  /** Returns the lines that the shop still sells. */
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

  /** Returns whether it can be ordered unchanged. */
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
