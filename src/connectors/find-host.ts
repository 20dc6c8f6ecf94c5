import { ConnectorError } from './connector.ts'

/** A host of a provider, and whether its keys move real money. */
export interface ProviderHost {
  url: string
  environment: 'live' | 'test'
}

interface Search {
  /** The host that the person entered; no other host is called. */
  named: string | undefined
  /** The provider's own hosts, the likelier one first. */
  hosts: readonly [ProviderHost, ...ProviderHost[]]
  /** Whether the connection is for real money. */
  isLive: boolean
  /** The field whose value is reported if the key belongs to the wrong host. */
  field: string
}

/**
 * Calls the hosts in order and returns the one that accepts the key, with its answer. If only a host of the other
 * environment accepts the key, or that host was entered, refuses the key by its kind; if none does, throws the first
 * refusal.
 */
export async function findHost<Answer extends string | object>(
  { named, hosts, isLive, field }: Search,
  ask: (url: string) => Promise<Answer>,
): Promise<{ url: string; environment?: ProviderHost['environment']; answer: Answer }> {
  if (named !== undefined) {
    const known = hosts.find(({ url }) => hostPlace(url) === hostPlace(named))
    if (known && (known.environment === 'live') !== isLive) throw otherEnvironment(field, known.environment)
    const answer = await ask(named)
    return { url: named, answer, ...(known ? { environment: known.environment } : {}) }
  }
  const refusals: unknown[] = []
  for (const { url, environment } of hosts) {
    const answer = await ask(url).catch(error => {
      if (!isUnauthorized(error)) throw refusals[0] ?? error
      refusals.push(error)
    })
    if (answer === undefined) continue
    if ((environment === 'live') !== isLive) throw otherEnvironment(field, environment)
    return { url, environment, answer }
  }
  throw refusals[0]
}

// Tripay's two roots differ only in their path; a trailing dot in the host name and double slashes make no difference.
function hostPlace(address: string): string {
  const { hostname, pathname } = new URL(address)
  return `${hostname.replace(/\.$/, '')}${pathname.replaceAll(/\/+/g, '/').replace(/(?<!\/)\/$/, '')}`
}

const isUnauthorized = (error: unknown) => error instanceof ConnectorError && error.kind === 'unauthorized'

function otherEnvironment(field: string, environment: ProviderHost['environment']): ConnectorError {
  return environment === 'test'
    ? new ConnectorError('unauthorized', 'the key is of the sandbox, which moves no real money', {
        field,
        kind: 'sandbox_key',
      })
    : new ConnectorError('unauthorized', 'the key moves real money, and the connection is for test mode', {
        field,
        kind: 'live_key',
      })
}
