import { Destination } from './destination.ts'
import { Movement } from './movement.ts'
import { Withdrawal } from './withdrawal.ts'

export const bookEntities = [Destination, Withdrawal, Movement] as const
