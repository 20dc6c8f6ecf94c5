import type Koa from 'koa'
import { takeAttempt } from '../../../accounts/take-attempt.ts'
import { findCallerAddress } from '../../../http/caller-address.ts'
import { toRefusal } from '../../../http/errors.ts'
import { createRateLimit, type RateLimit } from '../../../http/rate-limit.ts'
import { refuseLongBody } from '../../../http/unpack-body.ts'
import { parseJson } from '../../../lib/json.ts'
import { readBytes, refuseBrokenBody } from '../../../lib/read-bytes.ts'
import { Refusal, refuseField } from '../../../lib/refusal.ts'
import { isStorable } from '../../../lib/storable.ts'
import type { App } from '../../../needs.ts'
import type { CompatScope } from '../compat-key.ts'
import { type Caller, findCaller } from '../find-caller.ts'

export interface DialectRequest {
  caller: Caller
  /** The parts that the path's pattern captures, decoded. */
  names: string[]
  query: Record<string, string>
  body: unknown
  /** Returns the distinct values of a header: an SDK that sends a header several times repeats the same value. */
  header(name: string): string[]
}

export interface DialectAnswer {
  status: number
  body: object
}

export interface DialectRoute {
  method: 'GET' | 'POST'
  path: RegExp
  /** The scopes of which the key needs one. */
  scopes: readonly CompatScope[]
  handle(app: App, request: DialectRequest): Promise<DialectAnswer>
}

export interface Dialect {
  /** The prefix of its paths. */
  prefix: string
  routes: readonly DialectRoute[]
  /** Renders a refusal in the gateway's form; `path` is without the prefix. */
  refuse(refusal: unknown, path: string): DialectAnswer
}

const windowS = 60

/** Answers the requests of one gateway's SDKs: finds the caller, limits, handles, and refuses in the gateway's form. */
export function createDialectHandler(app: App, { prefix, routes, refuse }: Dialect): Koa.Middleware {
  const { limits } = app.config
  const requests = createRateLimit(limits.requestsPerS, limits.requestsBurst)
  const failedKeys = createRateLimit(limits.failedKeysPerMin / windowS, limits.failedKeysPerMin)
  return async ctx => {
    const path = ctx.path.slice(prefix.length)
    const found = routes.flatMap(route => {
      const match = route.method === ctx.method ? route.path.exec(path) : null
      return match ? [{ route, captures: match.slice(1) }] : []
    })[0]
    ctx.set('Cache-Control', 'no-store')
    try {
      const caller = await admitCaller(app, ctx as Koa.Context, { requests, failedKeys })
      if (!found) throw new Refusal('not_found', 'There is no such endpoint')
      const { route, captures } = found
      if (!route.scopes.some(scope => caller.scopes.includes(scope))) {
        throw new Refusal('forbidden', `This key does not have the scope ${route.scopes.join(' or ')}`)
      }
      const body = ctx.method === 'GET' ? {} : await readBody(ctx as Koa.Context, limits.jsonBytesMax)
      const query = readQuery(ctx as Koa.Context)
      const names = captures.map(decodePart)
      sendAnswer(
        ctx,
        await route.handle(app, { caller, names, query, body, header: name => decodeParts(ctx.get(name)) }),
      )
    } catch (error) {
      const refusal = error instanceof Refusal ? error : toRefusal(ctx as Koa.Context, error)
      const answer = refuse(refusal ?? error, path)
      if (answer.status >= 500) app.log.error({ err: error, path: ctx.path }, 'a request of another form failed')
      sendAnswer(ctx, answer)
    }
  }
}

function sendAnswer(ctx: Pick<Koa.Context, 'status' | 'type' | 'body'>, { status, body }: DialectAnswer): void {
  ctx.status = status
  ctx.type = 'application/json'
  ctx.body = JSON.stringify(body)
}

async function admitCaller(
  app: App,
  ctx: Koa.Context,
  { requests, failedKeys }: { requests: RateLimit; failedKeys: RateLimit },
): Promise<Caller> {
  const caller = await findCaller(app, readKey(ctx.get('Authorization')))
  if (!caller) {
    const address = findCallerAddress(ctx)
    if (!failedKeys.take(address).ok) throw new Refusal('rate_limited', 'Too many wrong keys', { retryAfterS: windowS })
    await takeAttempt(app, { key: `wrong key address ${address}`, max: app.config.limits.failedKeysPerMin, windowS })
    throw new Refusal('unauthorized', 'The key is not valid')
  }
  const taken = requests.take(caller.keyId)
  if (!taken.ok) throw new Refusal('rate_limited', 'Too many requests', { retryAfterS: Math.max(1, taken.resetS) })
  return caller
}

/** Returns the user name of Basic authentication, which is the key; empty without one. */
function readKey(authorization: string): string {
  if (!/^basic /i.test(authorization)) return ''
  const [key = ''] = Buffer.from(authorization.slice('basic '.length), 'base64').toString('utf8').split(':')
  return key
}

/**
 * Returns the body. Some SDKs send nothing, or the JSON value null, for an empty request: both are an empty object
 * here.
 */
async function readBody(ctx: Koa.Context, bytesMax: number): Promise<unknown> {
  const bytes = await readBytes(ctx.req, bytesMax)
  if (bytes === null) throw refuseLongBody(bytesMax)
  const text = bytes.toString('utf8').trim()
  if (text === '') return {}
  const value = parseJson(text)
  if (value === undefined) throw refuseBrokenBody()
  return value ?? {}
}

function readQuery({ query }: Koa.Context): Record<string, string> {
  const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
  if (!isStorable(texts)) throw refuseField('query', 'holds a character that no text has', 'malformed')
  return texts
}

function decodePart(part: string | undefined): string {
  try {
    const name = decodeURIComponent(part ?? '')
    if (isStorable(name)) return name
  } catch {}
  throw new Refusal('not_found', 'There is no such object')
}

function decodeParts(header: string): string[] {
  const parts = header.split(',').map(part => part.trim())
  return [...new Set(parts.filter(part => part !== ''))]
}
