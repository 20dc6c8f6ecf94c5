import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '../../database/transaction.ts'

declare module '../../slots.ts' {
  interface Slots {
    /** The rows of a module with a customer's data. They are read and erased even if it is disabled. */
    personalRows: PersonalRows
  }
}

/** The rows that identify a customer. */
export interface PersonRows {
  customerIds: number[]
  /** Their chats, with Telegram's id of the person. */
  chats: { botId: number; personId: number }[]
  orderNumbers: string[]
  /** The payments of their orders, and those without an order, including unpaid ones. */
  invoiceIds: string[]
  /** The transfers that paid these, which may contain the payer's name. */
  transferIds: number[]
  /** The digits of the phone numbers that belong to their card. */
  phones: string[]
  /** Other subjects of their events, such as `bill BILL-7F3KQ2M9XDVW4T6RB`. */
  otherObjects: string[]
}

export interface PersonalRows {
  /** Returns the data stored about a customer, as plain data by name. */
  read?(em: EntityManager, person: PersonRows): Promise<Record<string, object[]>>
  /** Returns the module's objects whose events concern this customer. */
  objects?(em: EntityManager, person: PersonRows): Promise<string[]>
  /** Erases names, phone numbers, addresses and texts. Returns the names of pictures without a reference. */
  erase(tx: Tx, person: PersonRows, now: Date): Promise<string[]>
}
