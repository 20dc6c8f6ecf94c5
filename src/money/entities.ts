import { Transfer } from './transfer.ts'

export const moneyEntities = [Transfer] as const
