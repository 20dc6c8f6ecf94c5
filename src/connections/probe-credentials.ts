import { ConnectorError, type ConnectorErrorKind, type ProbedCredentials } from '../connectors/connector.ts'
import { generateInvoiceId } from '../lib/ids.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { ProviderAdvice } from '../lib/refusals/field-error.ts'
import type { Needs } from '../needs.ts'
import { type CredentialsInput, checkCredentials } from './credentials.ts'
import { limitByHost } from './host-room.ts'

type ProbeNeeds = Needs<'config' | 'connectors' | 'outbound' | 'now'>

/** The amount of a first code if the provider states no minimum. */
export const defaultProbeAmount = 1000

const lifeMs = 300_000

/**
 * Lets the provider complete new credentials with their host and account, if the connector can probe. Returns null if
 * it cannot. Refuses `invalid_request` with the provider's own message, and `provider_unavailable`.
 */
export async function probeCredentials(
  app: ProbeNeeds,
  input: CredentialsInput & { accountId: number },
): Promise<ProbedCredentials<unknown> | null> {
  const { connector: id, parsed, window } = checkCredentials(app, input)
  const connector = app.connectors[id]
  if (!connector.probe) return null
  const way = input.mode === 'test' ? (app.outbound.ofTestMode ?? app.outbound) : app.outbound
  const now = app.now()
  const request = {
    isLive: input.mode === 'live',
    // In the format of a real payment's reference, so that a provider that rejects this format is noticed.
    reference: `${generateInvoiceId(now)}-1`,
    amount: { ...connector.window, ...window }.amountMin ?? defaultProbeAmount,
    requestedAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
  }
  try {
    return await connector.probe(
      { credentials: parsed, outbound: limitByHost(way, { connector: id, accountId: input.accountId }) },
      request,
    )
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    throw credentialsRefusal(error, connector.scrub(parsed, error.message).slice(0, 500))
  }
}

function credentialsRefusal(error: ConnectorError, sentence: string): Refusal {
  if (error.wrongKey) {
    const { field, kind } = error.wrongKey
    return refuseField(`credentials.${field}`, sentence, { code: 'wrong_key', kind })
  }
  if (error.kind === 'unreachable' || error.kind === 'taken') {
    return new Refusal('provider_unavailable', `The provider gave no answer that can be used: ${sentence}`, {
      retryAfterS: 10,
    })
  }
  const advice = error.advice ?? usualAdvice[error.kind]
  return refuseField('credentials', sentence, { code: 'refused_by_provider', sentence, ...(advice && { advice }) })
}

const usualAdvice: Partial<Record<ConnectorErrorKind, ProviderAdvice>> = {
  unauthorized: { kind: 'rejected_key' },
  // An answer is not a silence: to repeat the request changes nothing.
  unexpected: { kind: 'unusable_answer' },
}
