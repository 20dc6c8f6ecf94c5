import { isDeepStrictEqual } from 'node:util'
import type { ConnectorId } from '../connectors/index.ts'
import { parseJson } from '../lib/json.ts'
import { OutboundError } from '../lib/outbound.ts'
import { isLocalHost } from '../lib/this-machine.ts'
import type { Needs } from '../needs.ts'
import { buildHookAddress } from './hook-address.ts'
import { refusePush } from './refuse-push.ts'

/** The reasons why a provider's notifications do not reach this shop. */
export const addressProblems = [
  'local',
  'not_https',
  'port',
  'redirect',
  'certificate',
  'unreachable',
  'not_ours',
] as const
export type AddressProblem = (typeof addressProblems)[number]

const timeoutMs = 5_000

/**
 * Sends a request to our own notification address, as a provider would, and returns the problem; null if it reaches
 * this shop. The request names no connection.
 */
export async function checkOwnAddress(
  app: Needs<'config' | 'connectors' | 'outbound' | 'seal'>,
  connector: ConnectorId,
): Promise<AddressProblem | null> {
  const url = new URL(buildHookAddress(app, { connector, id: 0 }))
  if (isLocalHost(url.hostname) || /\.(?:local|localhost|internal)$/.test(url.hostname)) return 'local'
  if (url.protocol !== 'https:') return 'not_https'
  if (url.port !== '') return 'port'
  const headers = { 'content-type': 'application/json' }
  try {
    const answer = await app.outbound.fetch(url.href, { method: 'POST', headers, body: '{}', timeoutMs })
    if (answer.status >= 300 && answer.status < 400) return 'redirect'
    const push = { method: 'POST', path: url.pathname, headers, body: Buffer.from('{}'), receivedAt: new Date() }
    const expected = refusePush(app.connectors[connector], 'unauthorized', push)
    const body = parseJson(answer.body.toString('utf8'))
    return answer.status === expected.status && hasSameNames(body, expected.body) ? null : 'not_ours'
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (error.isUntrusted) return 'certificate'
    // The host resolves to an address that cannot be reached from the internet.
    return error.kind === 'refused' ? 'local' : 'unreachable'
  }
}

// A refusal may contain the time, so its values are not compared.
function hasSameNames(one: unknown, other: unknown): boolean {
  const namesOf = (value: unknown) => (typeof value === 'object' && value !== null ? Object.keys(value) : null)
  return namesOf(one) !== null && isDeepStrictEqual(namesOf(one), namesOf(other))
}
