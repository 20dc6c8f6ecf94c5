import { z } from 'zod'
import { parseJson } from './lib/json.ts'
import { isLocalHost } from './lib/this-machine.ts'

/** An OpenID Connect provider with which people may sign in. */
export interface IdentityProviderSettings {
  /** Its id in addresses, such as `google`. */
  id: string
  /** The name on its button. */
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  /** The e-mail domains for which it is trusted; unset: all addresses that it reports as verified. */
  emailDomains?: string[] | undefined
}

const IdentityProvider = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,30}$/, 'is 1 to 30 small letters, digits or dashes'),
  name: z.string().min(1).max(40),
  issuer: z.url({ protocol: /^https?$/ }),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  email_domains: z.array(z.string().toLowerCase()).optional(),
})

/** Reads the providers of OIDC_PROVIDERS, adding its mistakes to the problems. */
export function readIdentityProviders(
  text: string | undefined,
  production: boolean,
  problems: string[],
): IdentityProviderSettings[] {
  if (text === undefined) return []
  const parsed = z.array(IdentityProvider).safeParse(parseJson(text))
  for (const { path, message } of parsed.error?.issues ?? []) {
    problems.push(`OIDC_PROVIDERS ${path.join('.')} ${message}`.replaceAll('  ', ' '))
  }
  const providers = parsed.data ?? []
  if (new Set(providers.map(({ id }) => id)).size < providers.length) problems.push('OIDC_PROVIDERS has an id twice')
  for (const { id, issuer } of providers) {
    const isSafe = issuer.startsWith('https:') || (!production && isLocalHost(new URL(issuer).hostname))
    if (!isSafe) problems.push(`OIDC_PROVIDERS ${id}: the issuer begins with https://`)
    if (id === sandboxProvider) problems.push(`OIDC_PROVIDERS: the id ${sandboxProvider} is the sandbox's`)
  }
  return providers.map(({ client_id: clientId, client_secret: clientSecret, email_domains: emailDomains, ...one }) => ({
    ...one,
    clientId,
    clientSecret,
    emailDomains,
  }))
}

const sandboxProvider = 'sandbox'

/**
 * Returns the sandbox's identity provider, which accepts any typed name and address. Its secret grants access to
 * nothing else.
 */
export function sandboxIdentity(sandboxUrl: string): IdentityProviderSettings {
  const issuer = `${sandboxUrl}/identity`
  return { id: sandboxProvider, name: 'Sandbox', issuer, clientId: 'warung', clientSecret: 'sandbox_identity' }
}
