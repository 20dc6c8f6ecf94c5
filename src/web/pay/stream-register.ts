import { PassThrough } from 'node:stream'
import type { PaymentPhase } from '../../payments/payment-phase.ts'

/** An open page of a payment. */
export interface Watcher {
  stream: PassThrough
  /** The reader's address, in the form that limits use. */
  address: string
  told: PaymentPhase | null
  /** Epoch milliseconds of the last message of any kind. */
  toldAt: number
  /** How far business time was ahead of real time at the last check. */
  movedByMs: number
}

const streamsMax = 5_000
const streamsPerPaymentMax = 20
const streamsPerAddressMax = 100

/** The open streams of this process by payment, with limits per payment, per address and in total. */
export class StreamRegister {
  readonly #watched = new Map<string, Set<Watcher>>()
  readonly #perAddress = new Map<string, number>()
  #count = 0
  readonly #whenEmpty: () => void

  constructor(whenEmpty: () => void) {
    this.#whenEmpty = whenEmpty
  }

  invoiceIds(): string[] {
    return [...this.#watched.keys()]
  }

  *watchers(): Generator<[invoiceId: string, watcher: Watcher]> {
    for (const [invoiceId, watchers] of this.#watched) for (const watcher of watchers) yield [invoiceId, watcher]
  }

  /** Opens a stream that unregisters when it is closed; null if too many are open. */
  open(invoiceId: string, address: string): Watcher | null {
    const watchers = this.#watched.get(invoiceId) ?? new Set()
    const count = this.#perAddress.get(address) ?? 0
    if (this.#count >= streamsMax || count >= streamsPerAddressMax) return null
    if (watchers.size >= streamsPerPaymentMax && !makeRoom(watchers, address)) return null
    const watcher: Watcher = { stream: new PassThrough(), address, told: null, toldAt: Date.now(), movedByMs: 0 }
    this.#watched.set(invoiceId, watchers.add(watcher))
    this.#perAddress.set(address, count + 1)
    this.#count++
    watcher.stream.once('close', () => this.#leave(invoiceId, watchers, watcher))
    return watcher
  }

  #leave(invoiceId: string, watchers: Set<Watcher>, watcher: Watcher): void {
    watchers.delete(watcher)
    if (watchers.size === 0 && this.#watched.get(invoiceId) === watchers) this.#watched.delete(invoiceId)
    const left = this.#perAddress.get(watcher.address)! - 1
    if (left > 0) this.#perAddress.set(watcher.address, left)
    else this.#perAddress.delete(watcher.address)
    this.#count--
    if (this.#count === 0) this.#whenEmpty()
  }
}

/**
 * Ends a stream of the address with the most, if it has more than the newcomer would: the page behind it polls from
 * then on.
 */
function makeRoom(watchers: Set<Watcher>, newcomer: string): boolean {
  const byAddress = Map.groupBy(watchers, ({ address }) => address)
  const [most] = [...byAddress.values()].toSorted((one, other) => other.length - one.length)
  if (!most || most.length <= (byAddress.get(newcomer)?.length ?? 0) + 1) return false
  watchers.delete(most[0]!)
  most[0]!.stream.destroy()
  return true
}
