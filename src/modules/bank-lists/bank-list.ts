import type { ListPeriod } from './read-list-date.ts'

/** The maximum size of a file. */
export const listBytesMax = 5 * 1024 * 1024

/** A bank's own list of the transactions of an account, from one of its files. */
export interface ParsedBankList {
  /** Incoming money, in the order of the file. */
  lines: ListLine[]
  /** The number of lines with outgoing money. */
  outgoing: number
  /** The number of lines that the bank has not booked yet, in which it writes PEND instead of a date. */
  pending: number
  /** The numbers of unreadable lines in the file, with the reasons. */
  odd: OddLine[]
  /** Whether the lines show balances, by which a changed, missing or added line can be detected. */
  hasBalances: boolean
  /** The numbers of the lines whose balance does not follow from the previous line. */
  broken: number[]
  /** The number of the account, if the file contains one. */
  accountNumber: string | null
  /** The days that the file states, extended to those of its lines. */
  period: ListPeriod
}

/** One line of a list with incoming money. */
export interface ListLine {
  /** The line's number in the file. */
  line: number
  /** The day, `YYYY-MM-DD`. */
  day: string
  /** The time, `HH:MM:SS`; null if the list has only days. */
  time: string | null
  /** The amount in whole rupiah; null if it has cents, which no payment has. */
  amount: number | null
  text: string
  reference: string | null
  /** The balance in hundredths of a rupiah; null if the line shows none. */
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

export class UnreadableListError extends Error {
  readonly reason: UnreadableReason
  /** The first rows of the file, so that a person can select the columns. */
  readonly rows: string[][]

  constructor(reason: UnreadableReason, rows: string[][] = []) {
    super(`a bank's list cannot be read: ${reason}`)
    this.reason = reason
    this.rows = rows
  }
}
