import { SetAsideRow } from './set-aside-row.ts'
import { Transfer } from './transfer.ts'

export const moneyEntities = [Transfer, SetAsideRow] as const
