import { DatabaseSync } from 'node:sqlite'

export type MerchantState = 'waiting' | 'paid' | 'onHold' | 'cancelled' | 'partlyRefunded' | 'refunded'

export interface MerchantOrder {
  id: string
  amount: number
  state: MerchantState
  booked: number
  stock: number
  refunded: number
  /** The id of its payment at the gateway. */
  payment: string | null
}

/** The gateway's report on the state of an order's payment. */
export interface OrderReport {
  order: string
  state: 'pending' | 'paid' | 'ended'
  /** The price that was paid. */
  amount: number
  refunded?: number
}

/** The orders of a small merchant. Each change is one guarded statement, so that a repeated report changes nothing. */
export class Books {
  readonly #db: DatabaseSync

  constructor(file: string) {
    this.#db = new DatabaseSync(file)
    this.#db.exec(`pragma journal_mode = wal;
      create table if not exists orders (id text primary key, amount integer not null, state text not null,
        booked integer not null default 0, stock integer not null default 1, refunded integer not null default 0,
        payment text)`)
  }

  place(id: string, amount: number): void {
    this.#db.prepare("insert into orders (id, amount, state) values (?, ?, 'waiting')").run(id, amount)
  }

  setPayment(id: string, payment: string): void {
    this.#db.prepare('update orders set payment = ? where id = ?').run(payment, id)
  }

  read(id: string): MerchantOrder | undefined {
    return this.#db.prepare('select * from orders where id = ?').get(id) as unknown as MerchantOrder | undefined
  }

  find(payment: string): MerchantOrder | undefined {
    return this.#db.prepare('select * from orders where payment = ?').get(payment) as unknown as MerchantOrder
  }

  close(): void {
    this.#db.close()
  }

  cancel(id: string): void {
    this.#db.prepare("update orders set state = 'cancelled', stock = 0 where id = ? and state = 'waiting'").run(id)
  }

  apply({ order, state, amount, refunded = 0 }: OrderReport): void {
    if (state === 'ended') this.cancel(order)
    if (state !== 'paid') return
    // Money for an abandoned order, and an amount other than its price, wait for a person.
    const booked = this.#db.prepare(
      `update orders set state = 'paid', booked = booked + 1 where id = ? and amount = ? and state = 'waiting'`,
    )
    if (booked.run(order, amount).changes === 0) this.hold(order)
    if (refunded > 0) this.refund(order, refunded)
  }

  /** Leaves an order to a person, unless it is paid. */
  hold(id: string): void {
    this.#db.prepare("update orders set state = 'onHold' where id = ? and state in ('waiting', 'cancelled')").run(id)
  }

  /** Records the total that was refunded. */
  refund(id: string, refunded: number): void {
    this.#db
      .prepare(
        `update orders set refunded = $refunded,
           state = case when $refunded >= amount then 'refunded' else 'partlyRefunded' end
         where id = $id and booked = 1 and refunded < $refunded`,
      )
      .run({ id, refunded })
  }
}
