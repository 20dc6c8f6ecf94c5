import { z } from 'zod'
import type { Needs } from '../needs.ts'
import type { Tx } from './transaction.ts'

declare module '../slots.ts' {
  interface Slots {
    /** Secrets of a module's rows, which an archive carries to another installation sealed with a passphrase. */
    carriedSecrets: CarriedSecrets
  }
}

/** A webhook secret, and when it ends; null where it has no end. */
export const LiveSecret = z.strictObject({
  secret: z.string().regex(/^whsec_[A-Za-z0-9+/=]{20,100}$/),
  endsAt: z.iso.datetime().nullable(),
})

export interface CarriedSecrets {
  /** Their name in the archive. */
  name: 'endpoints'
  /** Returns the words by which a merchant knows each of them. */
  list(tx: Tx, accountId: number): Promise<string[]>
  /** Returns them opened, as JSON. One that was damaged is left out. */
  gather(app: Needs<'seal' | 'now'>, tx: Tx, accountId: number): Promise<unknown[]>
  /** Stores one of another installation. Returns its words, and the reason where it could not be stored. */
  write(
    app: Needs<'config' | 'seal' | 'now'>,
    tx: Tx,
    accountId: number,
    carried: unknown,
  ): Promise<{ label: string; problem: string | null }>
}
