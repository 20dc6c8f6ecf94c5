import { z } from 'zod'
import type { Needs } from '../needs.ts'
import type { Tx } from './transaction.ts'

declare module '../slots.ts' {
  interface Slots {
    /** Endpoints with their secrets, which an archive carries sealed with a passphrase. One module has them. */
    carriedEndpoints: CarriedEndpoints
  }
}

/** A webhook secret, and when it ends; null if it does not. */
export const LiveSecret = z.strictObject({
  secret: z.string().regex(/^whsec_[A-Za-z0-9+/=]{20,100}$/),
  endsAt: z.iso.datetime().nullable(),
})

export interface CarriedEndpoints {
  /** Returns the names by which a merchant knows each of them. */
  list(tx: Tx, accountId: number): Promise<string[]>
  /** Returns the endpoints with their secrets opened, as JSON; leaves out those whose secrets were damaged. */
  gather(app: Needs<'seal' | 'now'>, tx: Tx, accountId: number): Promise<unknown[]>
  /** Stores an endpoint of another installation. Returns its words, and the reason if it could not be stored. */
  write(
    app: Needs<'config' | 'seal' | 'now'>,
    tx: Tx,
    accountId: number,
    carried: unknown,
  ): Promise<{ label: string; problem: string | null }>
}
