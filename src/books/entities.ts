import { Destination } from './destination.ts'
import { Movement } from './movement.ts'
import { Refund } from './refund.ts'
import { BookClose, BookDay } from './statistics/book-day.ts'
import { Withdrawal } from './withdrawal.ts'

export const bookEntities = [Destination, Withdrawal, Refund, Movement, BookDay, BookClose] as const
