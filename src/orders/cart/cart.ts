import { type AskedField, askedFields } from '../../catalog/product-kinds.ts'
import type { Customer } from '../customers/customer.ts'
import type { FilledLine } from './cart-line.ts'

/** A customer's cart at the prices and with the stock of now. */
export class Cart {
  readonly customer: Customer
  /** In the order in which they came. */
  readonly lines: FilledLine[]

  constructor(customer: Customer, lines: FilledLine[]) {
    this.customer = customer
    this.lines = lines
  }

  /** The sum of what the shop still sells, in whole rupiah. */
  get total(): number {
    return this.sold.reduce((sum, line) => sum + line.total(), 0)
  }

  get unitCount(): number {
    return this.sold.reduce((sum, { quantity }) => sum + quantity, 0)
  }

  /** What must be known before it can be ordered. */
  get asks(): AskedField[] {
    return askedFields.filter(field => this.sold.some(line => line.variant.product.asks.includes(field)))
  }

  /** What the shop still sells. */
  get sold(): FilledLine[] {
    return this.lines.filter(line => line.problem() !== 'inactive')
  }
}
