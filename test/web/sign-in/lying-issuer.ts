import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebShop } from '../web-shop.ts'

/** An OpenID Connect provider whose ID tokens contain whatever a test sets. */
export interface LyingIssuer {
  issuer: string
  /** Claims for the next ID tokens, which override the correct ones. A function receives the requested nonce. */
  lie(claims: Record<string, unknown> | ((nonce: string) => Record<string, unknown>)): void
  /** Signs with a key that it does not publish. */
  forge(isForged: boolean): void
  /** Returns the address to which the browser would return with a code. */
  comeBack(authorizationUrl: string, change?: Record<string, string | null>): string
  close(): Promise<void>
}

const clientId = 'shop'

// Generating a pair takes a quarter of a second, so all issuers of a process share both: the published one and another.
let pairs: [honest: KeyPair, other: KeyPair] | undefined
type KeyPair = ReturnType<typeof generatePair>
const generatePair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Starts a lying issuer and configures it as a provider of the shop. */
export async function startLyingIssuer(shop: WebShop, id: string): Promise<LyingIssuer> {
  pairs ??= [generatePair(), generatePair()]
  const [honest, other] = pairs
  const told = { lie: (_nonce: string): Record<string, unknown> => ({}), isForged: false, nonce: '' }
  const server = http.createServer((request, response) => {
    const path = new URL(request.url!, 'http://issuer').pathname
    const answer = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (path === '/keys') {
      const jwk = createPublicKey(honest.privateKey).export({ format: 'jwk' })
      return answer({ keys: [{ ...jwk, kid: 'one', alg: 'RS256', use: 'sig' }] })
    }
    if (path === '/token') {
      const now = Math.floor(Date.now() / 1000)
      const right = { iss: issuer, aud: clientId, sub: 'person-1', iat: now, exp: now + 60, nonce: told.nonce }
      const key = told.isForged ? other.privateKey : honest.privateKey
      const claims = { ...right, ...told.lie(told.nonce) }
      return answer({ access_token: 'none', token_type: 'Bearer', id_token: jwt(claims, key) })
    }
    return answer({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `http://${host}`
  shop.app.config.identityProviders.push({ id, name: id, issuer, clientId, clientSecret: 'secret of a test' })
  shop.app.config.outboundAllow.push(host)
  return {
    issuer,
    lie(claims) {
      told.lie = typeof claims === 'function' ? claims : () => claims
    },
    forge(isForged) {
      told.isForged = isForged
    },
    comeBack(authorizationUrl, change = {}) {
      const asked = new URL(authorizationUrl).searchParams
      told.nonce = asked.get('nonce')!
      const back = new URL(asked.get('redirect_uri')!)
      const given: Record<string, string | null> = { code: 'c', state: asked.get('state'), iss: issuer, ...change }
      for (const [name, value] of Object.entries(given)) if (value !== null) back.searchParams.set(name, value)
      return back.pathname + back.search
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

function jwt(claims: object, key: KeyPair['privateKey']): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`
}
