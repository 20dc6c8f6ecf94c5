import { CompatCharge } from './compat-charge.ts'
import { CompatKey } from './compat-key.ts'
import { CompatNotification } from './compat-notification.ts'

export const compatEntities = [CompatKey, CompatCharge, CompatNotification] as const
