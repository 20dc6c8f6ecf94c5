import { z } from 'zod'
import type { ConnectorId } from '../connectors/index.ts'
import type { Mode } from '../database/scope.ts'
import type { Needs } from '../needs.ts'

const Credentials = z.record(z.string(), z.string())

/** Returns whether the sandbox's own provider can serve this kind of connection. */
export function hasSandboxCredentials(
  { config, connectors }: Needs<'config' | 'connectors'>,
  mode: Mode,
  connector: ConnectorId,
): boolean {
  return mode === 'test' && !config.production && connectors[connector].simulator?.contracts !== undefined
}

/** Returns credentials of the sandbox's own provider for trying a connection; null if it has none. */
export async function requestSandboxCredentials(
  app: Needs<'outbound' | 'config' | 'log'>,
  connector: string,
  merchantId: string,
): Promise<Record<string, string> | null> {
  const query = new URLSearchParams({ connector, merchant_id: merchantId })
  try {
    const answer = await app.outbound.fetch(`${app.config.sandboxUrl}/credentials?${query}`, { timeoutMs: 5_000 })
    return answer.status === 200 ? Credentials.parse(JSON.parse(answer.body.toString('utf8'))) : null
  } catch (error) {
    app.log.warn({ err: error, connector }, 'the sandbox gave no credentials')
    return null
  }
}
