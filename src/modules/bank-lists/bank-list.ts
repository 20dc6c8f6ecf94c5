import type { ListPeriod } from './read-list-date.ts'

/** The largest file that is read. */
export const listBytesMax = 5 * 1024 * 1024

/** A bank's own list of the movements on an account, from one of its files. */
export interface BankListRead {
  /** Money that came in, in the order of the file. */
  lines: ListLine[]
  /** How many lines say that money went out. */
  outgoing: number
  /** How many lines the bank has not booked yet: it writes PEND in place of a date. */
  pending: number
  /** Lines that could not be read: their numbers in the file, and why. */
  odd: OddLine[]
  /** Whether the lines show balances, so that a changed, missing or added line can be noticed. */
  hasBalances: boolean
  /** The numbers of the lines whose balance does not follow from the line before. */
  broken: number[]
  /** The number of the account, if the file names one. */
  accountNumber: string | null
  /** The days that the file says it is about, and those of its lines. */
  period: ListPeriod
}

/** One line of a list that says that money came in. */
export interface ListLine {
  /** Its number in the file. */
  line: number
  /** `YYYY-MM-DD`. */
  day: string
  /** `HH:MM:SS`; null if the list has days alone. */
  time: string | null
  /** Whole rupiah; null if the amount has cents, which no payment has. */
  amount: number | null
  text: string
  reference: string | null
  /** Hundredths of a rupiah; null if the line shows none. */
  balanceCents: number | null
}

export interface OddLine {
  line: number
  problem: 'no_date' | 'no_amount' | 'no_direction'
}

/** The reasons why a file cannot be read as a list. */
export type UnreadableReason =
  | 'no_columns'
  | 'no_lines'
  | 'month_first'
  | 'picture'
  | 'password'
  | 'too_complex'
  | 'malformed'

export class UnreadableList extends Error {
  readonly reason: UnreadableReason
  /** The first rows of the file, so that a person can point at the columns. */
  readonly rows: string[][]

  constructor(reason: UnreadableReason, rows: string[][] = []) {
    super(`a bank's list cannot be read: ${reason}`)
    this.reason = reason
    this.rows = rows
  }
}
