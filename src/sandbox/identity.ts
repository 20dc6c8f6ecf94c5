import { createHash, createPrivateKey, createPublicKey, generateKeyPair, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { SimulatorAnswer, SimulatorRequest } from '../connectors/simulator/simulator-request.ts'
import { html } from '../lib/html.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Sql } from '../lib/sql.ts'
import type { Routes } from './http.ts'
import type { SandboxNeeds } from './sandbox-needs.ts'

/** The only client that it knows: Warung itself. */
const client = { id: 'warung', secret: 'sandbox_identity' }
const codeLifetimeS = 120
const idTokenLifetimeS = 300

/**
 * Returns the routes of an OpenID Connect provider for trying social sign-in, which accepts any typed name and address.
 * Supports only the code flow with PKCE.
 */
export function createIdentityRoutes(needs: SandboxNeeds): Routes {
  const issuer = `${needs.url}/identity`
  return {
    '/identity/.well-known/openid-configuration': { GET: async () => ({ status: 200, body: describeIssuer(issuer) }) },
    '/identity/keys': { GET: async () => ({ status: 200, body: { keys: [publicJwk(await signingKey(needs.sql))] } }) },
    '/identity/authorize': { GET: async request => choosePerson(needs, request) },
    '/identity/people': { GET: request => sendBack(needs, request) },
  }
}

/**
 * Handles the token endpoint (RFC 6749, 4.1.3): a code is valid once, for the client whose challenge matches this
 * verifier.
 */
export async function issueToken(needs: SandboxNeeds, { body, headers }: SimulatorRequest): Promise<SimulatorAnswer> {
  const form = new URLSearchParams(body)
  const [id, secret] = readClient(form, headers.authorization)
  if (id !== client.id || secret !== client.secret) return { status: 401, body: { error: 'invalid_client' } }
  const [found] = await needs.sql.query<{ claims: object; redirect_uri: string; challenge: string }>(
    `delete from sandbox.identity_code where code = $1 returning claims, redirect_uri, challenge`,
    [form.get('code') ?? ''],
  )
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  if (!found || found.redirect_uri !== form.get('redirect_uri') || found.challenge !== challenge) {
    return { status: 400, body: { error: 'invalid_grant' } }
  }
  const now = Math.floor(needs.realNow().getTime() / 1000)
  const times = { iat: now, exp: now + idTokenLifetimeS, auth_time: now }
  const claims = { iss: `${needs.url}/identity`, aud: client.id, ...times, ...found.claims }
  const answer = { access_token: randomBytes(24).toString('base64url'), token_type: 'Bearer', expires_in: 60 }
  return { status: 200, body: { ...answer, id_token: signToken(await signingKey(needs.sql), claims) } }
}

function describeIssuer(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}

const kept = ['client_id', 'redirect_uri', 'state', 'nonce', 'code_challenge'] as const

function choosePerson(needs: SandboxNeeds, { query }: SimulatorRequest): SimulatorAnswer {
  checkRequest(needs, query)
  const hidden = kept.map(name => html`<input type="hidden" name="${name}" value="${query.get(name) ?? ''}">`)
  const page = html`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox identity</title>
<style>
body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:10vh auto;padding:0 1rem;color-scheme:light dark}
label{display:block;margin:.75rem 0}
input[type=email],input[type=text]{width:100%;box-sizing:border-box;padding:.5rem;font:inherit}
button{font:inherit;padding:.6rem 1.2rem}
</style>
<main><h1>Sandbox identity</h1><p>Be anybody: this provider is there to try signing in with.</p>
<form action="${needs.url}/identity/people" method="get">${hidden}
<label>E-mail <input type="email" name="email" value="sari@example.id" required></label>
<label>Name <input type="text" name="name" value="Sari" maxlength="100"></label>
<label><input type="checkbox" name="verified" value="1" checked> This address is verified</label>
<button>Sign in</button></form></main></html>`
  return {
    status: 200,
    body: page.text,
    headers: {
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    },
  }
}

async function sendBack(needs: SandboxNeeds, { query }: SimulatorRequest): Promise<SimulatorAnswer> {
  const redirectUri = checkRequest(needs, query)
  const email = query.get('email') ?? ''
  const name = query.get('name') ?? ''
  if (email === '') throw new Refusal('invalid_request', 'email: says who you are')
  const sub = createHash('sha256').update(email).digest('hex').slice(0, 20)
  const nonce = query.get('nonce')
  const claims = {
    sub,
    email,
    email_verified: query.get('verified') === '1',
    ...(name && { name }),
    ...(nonce && { nonce }),
  }
  const code = randomBytes(24).toString('base64url')
  await needs.sql.write(`delete from sandbox.identity_code where made_at < now() - make_interval(secs => $1)`, [
    codeLifetimeS,
  ])
  await needs.sql.write(
    'insert into sandbox.identity_code (code, claims, redirect_uri, challenge) values ($1, $2, $3, $4)',
    [code, JSON.stringify(claims), redirectUri.href, query.get('code_challenge') ?? ''],
  )
  redirectUri.search = new URLSearchParams({
    code,
    state: query.get('state') ?? '',
    iss: `${needs.url}/identity`,
  }).toString()
  return { status: 303, body: '', headers: { location: redirectUri.href } }
}

// It redirects only to Warung on this machine, or beside the sandbox.
function checkRequest({ url }: SandboxNeeds, query: URLSearchParams): URL {
  const text = query.get('redirect_uri') ?? ''
  const address = URL.canParse(text) ? new URL(text) : null
  const hosts = ['localhost', '127.0.0.1', '[::1]', new URL(url).hostname]
  const isOurs = address && hosts.includes(address.hostname) && address.pathname.endsWith('/sign-in/back/sandbox')
  if (!isOurs || address.search || query.get('client_id') !== client.id) {
    throw new Refusal('invalid_request', 'client_id and redirect_uri are those of Warung')
  }
  return address
}

function readClient(form: URLSearchParams, authorization: string | undefined): (string | null)[] {
  if (!authorization?.startsWith('Basic ')) return [form.get('client_id'), form.get('client_secret')]
  return Buffer.from(authorization.slice(6), 'base64').toString().split(':').map(decodeURIComponent)
}

// Created on first use, as the SNAP key pairs are.
async function signingKey(sql: Sql): Promise<string> {
  const find = () => sql.query<{ private_key: string }>('select private_key from sandbox.identity_key')
  const [known] = await find()
  if (known) return known.private_key
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  await sql.write('insert into sandbox.identity_key (private_key) values ($1) on conflict do nothing', [privateKey])
  const [made] = await find()
  return made!.private_key
}

function publicJwk(privateKey: string) {
  return {
    ...createPublicKey(createPrivateKey(privateKey)).export({ format: 'jwk' }),
    kid: 'sandbox',
    alg: 'RS256',
    use: 'sig',
  }
}

function signToken(privateKey: string, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'RS256', typ: 'JWT', kid: 'sandbox' })}.${part(claims)}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`
}
