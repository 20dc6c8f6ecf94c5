import { raw } from '@mikro-orm/core'
import type { Needs } from '../../needs.ts'
import { Connection } from '../connection.ts'
import { cutSecrets, type Speaker } from './cut-secrets.ts'
import type { Exchange } from './exchange.ts'
import { exchangeContext, TracedExchange } from './traced-exchange.ts'

/**
 * Stores an exchange if the trace of its connection still has room. It never throws, so that no payment fails because
 * of a trace; the exchange is then missing.
 */
export async function storeExchange(
  app: Needs<'em' | 'seal'>,
  connection: Connection,
  speaker: Speaker,
  exchange: Exchange,
): Promise<void> {
  const { id } = connection
  const accountId = connection.account.id
  try {
    const content = JSON.stringify(cutSecrets(speaker, exchange))
    const em = app.em({ accountId, mode: 'both' })
    // Guarded, because several processes may each have seen the last free place.
    const left = { id, traceLeft: { $gt: 0 } }
    if ((await em.nativeUpdate(Connection, left, { traceLeft: raw<number>('trace_left - 1') })) === 0) return
    const sealedContent = app.seal.seal(content, exchangeContext(id))
    await em.insert(TracedExchange, { account: accountId, connection: id, sealedContent })
  } catch {
    // See above: it never throws.
  }
}
