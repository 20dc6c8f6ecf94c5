import { statement } from '../lib/statement.ts'

interface Lost {
  invoiceId: string
  /** The receiving accounts. */
  accounts: number[]
  finalAmount: number
}

/** Frees what a lost try took. No payment showed the amount, so it need not rest. */
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

/** The amounts that have not rested for long. */
export const usedAmountsSql = statement<Looking, { amount: number; held: boolean }>(`
  select final_amount as amount, max(held_until) >= :restedEnough as held from reservation
  where receiving_account_id = any(:accounts::bigint[]) and final_amount between :lowest and :highest
    and held_until >= :restedLong
  group by final_amount`)
