import type { Connection } from '../connections/connection.ts'
import type { Needs } from '../needs.ts'
import { Charge } from '../payments/charge.ts'

/** Whether a connection's provider creates codes, according to stored data. */
export interface CodeMaking {
  /** When it last created one, for a payment or a trial; null if it never did. */
  lastMadeAt: Date | null
  /** Its message about the newest code if it refused that one and has created none since; otherwise null. */
  refusal: string | null
}

const newestMax = 20
const refusals: readonly unknown[] = ['refused', 'unexpected', 'unauthorized']

/** Examines the newest codes that were requested from a connection. */
export async function findCodeMaking(
  { em }: Needs<'em'>,
  { id, triedAt }: Pick<Connection, 'id' | 'triedAt'>,
): Promise<CodeMaking> {
  const newest = await em('installation').find(
    Charge,
    { connection: id, state: { $in: ['coded', 'failed'] } },
    { orderBy: { id: 'desc' }, limit: newestMax, populate: ['payment'] },
  )
  const made = newest.find(({ state }) => state === 'coded')
  const times = [triedAt, made?.requestDate ?? null].filter(time => time !== null)
  const lastMadeAt = times.length === 0 ? null : new Date(Math.max(...times.map(time => time.getTime())))
  const [last] = newest
  const isRefused = last?.state === 'failed' && refusals.includes(last.lastErrorKind)
  const isMended = triedAt !== null && last !== undefined && triedAt > last.payment.createdAt
  return { lastMadeAt, refusal: isRefused && !isMended ? last.lastError : null }
}
