import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '../../database/transaction.ts'

declare module '../../slots.ts' {
  interface Slots {
    /** The rows of a module that hold the data of a customer. They are read and erased while it is off, too. */
    personalRows: PersonalRows
  }
}

/** The rows by which a customer is known. */
export interface PersonRows {
  customerIds: number[]
  orderNumbers: string[]
  /** The payments of their orders, and those for no order, with those that were never paid. */
  invoiceIds: string[]
  /** The money that paid these, which may have the name of its payer. */
  transferIds: number[]
  /** The digits of the phone numbers that belong to their card. */
  phones: string[]
  /** Other subjects of their events, such as `bill BILL-7F3KQ2M9XDVW4T6RB`. */
  otherObjects: string[]
}

export interface PersonalRows {
  /** Reads what is stored about a customer, as plain data by its name. */
  read?(em: EntityManager, person: PersonRows): Promise<Record<string, object[]>>
  /** Returns the things of the module that events about this customer are about. */
  objects?(em: EntityManager, person: PersonRows): Promise<string[]>
  /** Erases names, phone numbers, addresses and words. Returns the names of pictures without a reference. */
  erase(tx: Tx, person: PersonRows, now: Date): Promise<string[]>
}
