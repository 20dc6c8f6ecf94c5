import { z } from 'zod'
import type { Needs } from '../needs.ts'
import type { Tx } from './transaction.ts'

declare module '../slots.ts' {
  interface Slots {
    /** Webhooks with their secrets, which an archive seals with a passphrase. Only one module provides them. */
    carriedEndpoints: CarriedEndpoints
  }
}

/** A webhook secret with its expiry; null if it does not expire. */
export const LiveSecret = z.strictObject({
  secret: z.string().regex(/^whsec_[A-Za-z0-9+/=]{20,100}$/),
  endsAt: z.iso.datetime().nullable(),
})

export interface CarriedEndpoints {
  /** Returns the names by which a merchant knows the webhooks. */
  list(tx: Tx, accountId: number): Promise<string[]>
  /** Returns the webhooks with their unsealed secrets, as JSON, except those whose secrets are damaged. */
  gather(app: Needs<'seal' | 'now'>, tx: Tx, accountId: number): Promise<unknown[]>
  /** Stores a webhook of another installation. Returns its description, and the reason if it could not be stored. */
  write(
    app: Needs<'config' | 'seal' | 'now' | 'outward'>,
    tx: Tx,
    accountId: number,
    carried: unknown,
  ): Promise<{ label: string; problem: string | null }>
}
