import { notFound, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Account } from './account.ts'
import { type Actor, commandActor, recordAct } from './audit.ts'

/** The limits that the operator sets for one account; null means the installation's default. */
export interface AccountLimits {
  /** The maximum amount of one payment, in whole rupiah. */
  amountMax: number | null
  /** The maximum API requests per second, counted over all keys of the account. */
  requestsPerS: number | null
  /** The maximum size of its files and pictures together, in bytes. */
  storageBytesMax: number | null
  /** The maximum number of its files, and separately of its pictures. */
  storageFilesMax: number | null
}

const amountMaxMin = 1000
const requestsPerSMax = 1000
const storageBytesMaxMax = 1_000_000_000_000_000
const storageFilesMaxMax = 1_000_000

/**
 * Sets all limits of an account. Open payments and stored files are unaffected. Refuses `invalid_request` and
 * `not_found`.
 */
export async function setLimits(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  limits: AccountLimits,
  by: Actor = commandActor,
): Promise<void> {
  const { amountMax, requestsPerS, storageBytesMax, storageFilesMax } = limits
  if (amountMax !== null && (!Number.isSafeInteger(amountMax) || amountMax < amountMaxMin)) {
    throw refuseField('amount_max', `is a whole number of rupiah, at least ${amountMaxMin}`, {
      code: 'out_of_range',
      min: amountMaxMin,
    })
  }
  if (
    requestsPerS !== null &&
    !(Number.isInteger(requestsPerS) && requestsPerS > 0 && requestsPerS <= requestsPerSMax)
  ) {
    throw refuseField('requests_per_s', `is 1 to ${requestsPerSMax}`, {
      code: 'out_of_range',
      min: 1,
      max: requestsPerSMax,
    })
  }
  refuseOutside('storage_bytes', storageBytesMax, storageBytesMaxMax)
  refuseOutside('storage_files', storageFilesMax, storageFilesMaxMax)
  const set = { amountMax, requestsPerS, storageBytesMax, storageFilesMax }
  await app.transaction({ accountId }, async tx => {
    const changed = await tx.em.nativeUpdate(Account, { id: accountId }, set)
    if (changed === 0) throw notFound('account')
    await recordAct(app, tx, { accountId, ...by, act: 'account.limits', subject: `account ${accountId}`, detail: set })
  })
}

function refuseOutside(path: string, value: number | null, max: number): void {
  if (value === null || (Number.isSafeInteger(value) && value >= 0 && value <= max)) return
  throw refuseField(path, `is a whole number, at most ${max}`, { code: 'out_of_range', min: 0, max })
}
