import type { PushNeeds } from '../connectors/simulator/simulator.ts'
import type { Clock } from '../lib/clock.ts'
import type { PrivateDoor } from '../lib/private-door.ts'

export interface SandboxNeeds extends PushNeeds {
  /** The business time, which this sandbox changes; refreshed after every change. */
  clock: Pick<Clock, 'now' | 'refresh'>
  /** The sandbox's own address, which its identity provider uses as its name. */
  url: string
  door: PrivateDoor
  /** The maximum number of body bytes that are read at once. */
  bodiesBytesMax?: number | undefined
  /** Returns whether real money can arrive, in which case time must not be changed. */
  hasLiveConnection(): Promise<boolean>
  /** Returns the secrets that may currently sign callbacks to the demo account. */
  webhookSecrets(): Promise<string[]>
  /** Returns how a payment can be paid; null for an unknown invoice. */
  findPayment(invoiceId: string): Promise<SandboxPayment | null>
}

export interface SandboxPayment {
  finalAmount: number
  /** The number of the account that receives the payment by its amount; null if only a provider's code can be paid. */
  account: string | null
  /** The codes that the provider created for it, oldest first; empty while it is being prepared. */
  codes: string[]
}
