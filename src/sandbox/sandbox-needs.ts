import type { PushNeeds } from '../connectors/simulator/simulator.ts'
import type { Clock } from '../lib/clock.ts'
import type { PrivateDoor } from '../lib/private-door.ts'

export interface SandboxNeeds extends PushNeeds {
  /** Business time, which this sandbox moves; refreshed after every advance. */
  clock: Pick<Clock, 'now' | 'refresh'>
  /** The sandbox's own address, by which its identity provider names itself. */
  url: string
  door: PrivateDoor
  /** The limit of bytes of bodies that are being read at once. */
  bodiesBytesMax?: number | undefined
  /** Whether real money can come in: time must not be moved then. */
  hasLiveConnection(): Promise<boolean>
  /** The secrets that may sign callbacks to the demo account now. */
  webhookSecrets(): Promise<string[]>
  /** How a payment can be paid; null for an invoice that is not known. */
  findPayment(invoiceId: string): Promise<SandboxPayment | null>
}

export interface SandboxPayment {
  finalAmount: number
  /** The number of the account that receives the payment by its amount; null if only a provider's code can be paid. */
  account: string | null
  /** The codes that the provider made for it, oldest first; empty while it is being prepared. */
  codes: string[]
}
