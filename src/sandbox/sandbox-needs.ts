import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { PrivateDoor } from '../lib/private-door.ts'
import type { Database } from '../lib/sql.ts'

export interface SandboxNeeds {
  sql: Database
  /** Business time, which this sandbox moves; refreshed after every advance. */
  clock: Pick<Clock, 'now' | 'refresh'>
  realNow(): Date
  log: Log
  /** Where the sandbox is reached: its identity provider names itself by it. */
  url: string
  door: PrivateDoor
  /** Whether real money can come in: time must not be moved then. */
  hasLiveConnection(): Promise<boolean>
  /** The secrets that may sign callbacks to the demo account now. */
  webhookSecrets(): Promise<string[]>
  /** How a payment can be paid; null for an invoice that is not known. */
  findPayment(invoiceId: string): Promise<SandboxPayment | null>
  /** The address at which the shop takes pushes about this code; null where none of its connections asked for the code. */
  findHook(qris: string): Promise<string | null>
}

export interface SandboxPayment {
  finalAmount: number
  /** The number of the account that takes the payment by its amount; null where only a provider's code does. */
  account: string | null
  /** The codes that the provider made for it, oldest first; empty while it is being prepared. */
  codes: string[]
}
