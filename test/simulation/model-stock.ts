import type { ModelLine, WantedLine } from './model-types.ts'
import { type GoodsName, goodsNames, type World } from './world.ts'

/** The stock at which the owner is warned. */
export const lowStockAt = 2

/** Predicts the goods in stock. */
export class ModelStock {
  /** The numbers of goods; infinity without a limit. */
  readonly levels: Record<GoodsName, { available: number; reserved: number }>
  /** The free serial lines, by their numbers. */
  readonly units: number[]
  /** The number of all serial lines. */
  unitCount: number
  /** The numbers in stock that the merchant has set: `mug 4`. */
  readonly told: string[] = []
  /** The changes that no order caused. */
  readonly changes: { goods: GoodsName; delta: number; reason: 'told' | 'restock'; once: string | null }[] = []
  /** The numbers that were added to the stock: `mug 4`. */
  readonly changed: string[] = []
  private readonly low = new Set<string>()
  private readonly goods: World['goods']

  constructor({ goods }: World) {
    this.goods = goods
    const levels = goodsNames.map(name => [name, { available: goods[name].count ?? Infinity, reserved: 0 }])
    this.levels = Object.fromEntries(levels)
    this.units = Array.from({ length: goods.token.count! }, (_, index) => index + 1)
    this.unitCount = this.units.length
  }

  has(lines: readonly WantedLine[]): boolean {
    return lines.every(({ goods, quantity }) => this.levels[goods].available >= quantity)
  }

  /** Returns whether goods are serial lines, which are sent in the chat. */
  isSent = ({ goods }: WantedLine) => this.goods[goods].isSent

  /** Returns whether goods are counted by hand. */
  isCounted = (line: WantedLine) => this.goods[line.goods].count !== null && !this.isSent(line)

  /** Takes a line out of stock, wholly or not at all. */
  hold(line: ModelLine): void {
    if (!this.has([line])) return
    this.reserve(line, line.quantity)
    if (this.isSent(line)) line.units = this.units.splice(0, line.quantity)
    line.state = 'held'
  }

  private reserve({ goods }: WantedLine, quantity: number): void {
    this.levels[goods].available -= quantity
    this.levels[goods].reserved += quantity
  }

  release(line: ModelLine): void {
    if (line.state !== 'held') return
    this.reserve(line, -line.quantity)
    this.units.push(...line.units.splice(0))
    this.units.sort((one, other) => one - other)
    line.state = 'free'
  }

  /** Sells a line, which is held if it can be, and short otherwise. */
  sell(line: ModelLine, now: number): void {
    if (line.state === 'free' || line.state === 'short') {
      line.state = 'short'
      this.hold(line)
    }
    if (line.state !== 'held') return
    this.levels[line.goods].reserved -= line.quantity
    line.state = 'sold'
    if (this.isSent(line)) line.deliveredAt = now
  }

  /** Puts units of a sold line back. */
  takeBack(line: ModelLine, count: number): void {
    this.levels[line.goods].available += count
  }

  /** Sets the number of goods in stock. */
  set(goods: GoodsName, available: number): void {
    const delta = available - this.levels[goods].available
    if (delta === 0) return
    this.told.push(`${goods} ${available}`)
    this.changes.push({ goods, delta, reason: 'told', once: null })
    this.levels[goods].available = available
  }

  /** Adds to the number of goods in stock. */
  change(goods: GoodsName, delta: number, once: string | null): void {
    this.changes.push({ goods, delta, reason: 'restock', once })
    this.changed.push(`${goods} ${delta}`)
    this.levels[goods].available += delta
  }

  /** The numbers of serial lines that were added, each time. */
  readonly added: number[] = []

  /** Adds serial lines, which are sold after the earlier ones. */
  addUnits(numbers: number[]): void {
    this.added.push(numbers.length)
    this.units.push(...numbers)
    this.unitCount += numbers.length
    this.levels.token.available += numbers.length
  }

  /** Returns the goods of which little is left, each once until there is more. */
  findLow(): GoodsName[] {
    const low = goodsNames.filter(name => this.levels[name].available <= lowStockAt)
    const fresh = low.filter(name => !this.low.has(name))
    this.low.clear()
    for (const name of low) this.low.add(name)
    return fresh
  }
}
