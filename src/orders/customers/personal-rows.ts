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
  /** The payments of their orders, and those for no order. */
  invoiceIds: string[]
}

export interface PersonalRows {
  /** Reads what is stored about a customer, as plain data by its name. */
  read?(em: EntityManager, person: PersonRows): Promise<Record<string, object[]>>
  /** Erases names, phone numbers, addresses and words. Returns the names of pictures that are no longer used. */
  erase(tx: Tx, person: PersonRows, now: Date): Promise<string[]>
}
