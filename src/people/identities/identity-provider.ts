import type { Configuration } from 'openid-client'
import type { IdentityProviderSettings } from '../../identity-provider-settings.ts'
import type { Outbound } from '../../lib/outbound.ts'
import { notFound, Refusal } from '../../lib/refusal.ts'
import { isStorable } from '../../lib/storable.ts'
import type { Needs } from '../../needs.ts'
import { normalizeEmail } from '../user.ts'

/** The values that the provider has to return, stored by the browser that started the sign-in. */
export interface ExpectedAnswer {
  provider: string
  state: string
  nonce: string
  verifier: string
}

/** A person identified by a provider. */
export interface ProvedIdentity {
  issuer: string
  subject: string
  /** The address as returned by `normalizeEmail`. */
  email: string | null
  /** Whether the provider has verified the address and is trusted for its domain. */
  isEmailVerified: boolean
  name: string | null
  username: string | null
  /** When they last authenticated at the provider; null if it does not report that. */
  authenticatedAt: Date | null
}

/** Returns the provider with this id. Refuses `not_found`. */
export function findProvider({ config }: Needs<'config'>, id: string): IdentityProviderSettings {
  const provider = config.identityProviders.find(one => one.id === id)
  if (!provider) throw notFound('identity provider')
  return provider
}

/**
 * Returns the address to which a browser is sent to sign in at the provider. With `anew` it requires a new sign-in
 * there, even during a session. Refuses `not_found`, and `unavailable` for a provider that does not answer.
 */
export async function requestProvider(
  app: Needs<'config' | 'outbound' | 'log'>,
  id: string,
  { anew = false }: { anew?: boolean } = {},
): Promise<{ url: string; expected: ExpectedAnswer }> {
  const provider = findProvider(app, id)
  const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
    await import('openid-client')
  const verifier = randomPKCECodeVerifier()
  const expected = { provider: id, state: randomState(), nonce: randomNonce(), verifier }
  const url = buildAuthorizationUrl(await discoverProvider(app, provider), {
    redirect_uri: returnAddress(app, id),
    scope: 'openid email profile',
    state: expected.state,
    nonce: expected.nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(anew ? { prompt: 'login', max_age: '0' } : {}),
  })
  return { url: url.href, expected }
}

/**
 * Returns the identity in a provider's answer. The library checks state, nonce, issuer, audience, signature and times
 * (OpenID Connect Core 3.1.3.7, RFC 9207). Refuses `unauthorized` for any mismatch, `unavailable`.
 */
export async function readProviderAnswer(
  app: Needs<'config' | 'outbound' | 'log'>,
  search: string,
  expected: ExpectedAnswer,
): Promise<ProvedIdentity> {
  const provider = findProvider(app, expected.provider)
  const { authorizationCodeGrant } = await import('openid-client')
  const configuration = await discoverProvider(app, provider)
  try {
    const came = new URL(returnAddress(app, provider.id) + search)
    const tokens = await authorizationCodeGrant(configuration, came, {
      expectedState: expected.state,
      expectedNonce: expected.nonce,
      pkceCodeVerifier: expected.verifier,
      idTokenExpected: true,
    })
    return toIdentity(provider, tokens.claims()!)
  } catch (error) {
    app.log.warn({ provider: provider.id, err: error }, 'a sign-in at a provider was not believed')
    throw new Refusal('unauthorized', 'What came back from the provider is not what was asked for')
  }
}

function returnAddress({ config }: Needs<'config'>, id: string): string {
  return `${config.baseUrl}/sign-in/back/${id}`
}

function toIdentity(provider: IdentityProviderSettings, claims: Record<string, unknown>): ProvedIdentity {
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' && value !== '' && isStorable(value) ? value : null
  }
  const subject = text('sub')
  if (subject === null || subject.length > subjectMax) throw new Error('The provider names nobody (sub)')
  const email = normalizeEmail(text('email') ?? '')
  const { emailDomains } = provider
  const speaksFor = emailDomains === undefined || emailDomains.includes(email?.split('@').at(-1) ?? '')
  const provedAt = claims.auth_time
  return {
    issuer: text('iss')!,
    subject,
    email,
    // Some providers write it as text: only the boolean counts.
    isEmailVerified: claims.email_verified === true && speaksFor,
    name: text('name'),
    username: text('preferred_username'),
    authenticatedAt: typeof provedAt === 'number' ? new Date(provedAt * 1000) : null,
  }
}

// OpenID Connect Core, 2.
const subjectMax = 255
const retryAfterS = 10
const discoveredForMs = 3_600_000
const timeoutMs = 10_000

const discovered = new WeakMap<Outbound, Map<string, { at: number; found: Promise<Configuration> }>>()

async function discoverProvider(
  app: Needs<'outbound' | 'log'>,
  provider: IdentityProviderSettings,
): Promise<Configuration> {
  const known = discovered.get(app.outbound) ?? new Map()
  discovered.set(app.outbound, known)
  const before = known.get(provider.id)
  if (before && Date.now() - before.at < discoveredForMs) return before.found
  const found = readConfiguration(app, provider)
  known.set(provider.id, { at: Date.now(), found })
  try {
    return await found
  } catch (error) {
    known.delete(provider.id)
    app.log.warn({ provider: provider.id, err: error }, 'an identity provider cannot be used')
    throw new Refusal('unavailable', `${provider.name} does not answer: try again`, { retryAfterS })
  }
}

async function readConfiguration(
  { outbound }: Needs<'outbound'>,
  { issuer, clientId, clientSecret }: IdentityProviderSettings,
): Promise<Configuration> {
  const oidc = await import('openid-client')
  const [byPost, byBasic] = [oidc.ClientSecretPost(clientSecret), oidc.ClientSecretBasic(clientSecret)]
  const authenticate: typeof byPost = (server, client, body, headers) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (takesPost ? byPost : byBasic)(server, client, body, headers)
  }
  // The settings only allow http for addresses of this machine.
  const isHttp = issuer.startsWith('http:')
  return oidc.discovery(new URL(issuer), clientId, {}, authenticate, {
    execute: [oidc.enableNonRepudiationChecks, ...(isHttp ? [oidc.allowInsecureRequests] : [])],
    [oidc.customFetch]: (url, options) => guardedFetch(outbound, url, options),
    timeout: timeoutMs / 1000,
  })
}

async function guardedFetch(
  outbound: Outbound,
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
): Promise<Response> {
  const answer = await outbound.fetch(url, {
    method: method === 'POST' ? 'POST' : 'GET',
    headers,
    ...(body === undefined || body === null ? {} : { body: String(body) }),
    timeoutMs,
  })
  return new Response(new Uint8Array(answer.body), { status: answer.status, headers: answer.headers })
}
