import { statement } from '../lib/statement.ts'

interface Lost {
  invoiceId: string
  /** The receiving accounts. */
  accounts: number[]
  finalAmount: number
}

/** Releases the amounts of a lost attempt. No payment showed them, so they can be used again immediately. */
export const releaseSql = statement<Lost>(`
  update reservation set held_until = '-infinity'
  where receiving_account_id = any(:accounts::bigint[]) and final_amount = :finalAmount and invoice_id = :invoiceId`)

interface Looking {
  accounts: number[]
  lowest: number
  highest: number
  restedLong: Date
  restedEnough: Date
}

/** Returns the amounts that were used recently. */
export const usedAmountsSql = statement<Looking, { amount: number; held: boolean }>(`
  select final_amount as amount, max(held_until) >= :restedEnough as held from reservation
  where receiving_account_id = any(:accounts::bigint[]) and final_amount between :lowest and :highest
    and held_until >= :restedLong
  group by final_amount`)
