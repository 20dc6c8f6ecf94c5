import { SetAsideRow } from './set-aside-row.ts'
import { Sighting } from './sighting.ts'
import { Transfer } from './transfer.ts'
import { UnreadRow } from './unread/unread-row.ts'

export const moneyEntities = [Transfer, SetAsideRow, UnreadRow, Sighting] as const
