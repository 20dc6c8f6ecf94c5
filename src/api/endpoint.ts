import { Readable } from 'node:stream'
import type Koa from 'koa'
import type { z } from 'zod'
import type { DialectName } from '../accounts/account.ts'
import type { PendingRequest } from '../database/batcher.ts'
import { fileBytesMax } from '../goods/add-file.ts'
import { answerError } from '../http/errors.ts'
import { createRateLimit, type RateLimit, type RateVerdict } from '../http/rate-limit.ts'
import { type BodyReader, createBodyReader, makeImageLimits } from '../http/read-body.ts'
import type { Sender } from '../http/read-form.ts'
import { readQuery } from '../http/read-query.ts'
import type { Routes } from '../http/serve-http.ts'
import type { KeyScope } from '../keys/api-key.ts'
import type { UnknownField } from '../keys/api-request.ts'
import { createRequestLog, type RequestLog } from '../keys/request-log.ts'
import { createStandingMemory, type KeyStanding, type Standing } from '../keys/standing.ts'
import { notFound, Refusal, refuseField } from '../lib/refusal.ts'
import { listFieldErrors } from '../lib/refusals/field-error.ts'
import type { App } from '../needs.ts'
import { type AuthenticateNeeds, authenticateKey } from './authenticate.ts'
import { detailedDialect } from './dialects/detailed.ts'
import { type AnswerValue, type AnyAnswer, type Dialect, selectShape } from './dialects/dialect.ts'
import { simpleDialect } from './dialects/simple.ts'
import { type EndpointRequest, type EndpointSteps, executeEndpoint } from './execute-endpoint.ts'
import { findPreparedSchema, type PreparedSchema } from './prepare-schema.ts'
import { presentTakenPayment } from './taken-payment.ts'
import { findUnknownFields, formatUnknownFields, refuseUnknownFields } from './unknown-fields.ts'

/** An endpoint of contract 4: its input, its work, and its answer in the dialects. */
export interface Endpoint<Input = unknown, Answer extends AnyAnswer = AnyAnswer, Prepared = Input>
  extends EndpointSteps<Input, AnswerValue<Answer>, Prepared> {
  /** The scopes of which a key needs at least one. */
  scope: KeyScope | readonly KeyScope[]
  input: z.ZodType<Input>
  /** The section of the API documents that lists the endpoint. */
  tag: string
  summary: string
  description?: string
  /** The input of the example in the documents; a value beginning with `@` is the name of a file. */
  example?: Record<string, unknown>
  /** Whether the path also accepts GET. */
  isAlsoGet?: boolean
  /** Whether `Idempotency-Key` is required. */
  needsItsKey?: boolean
  /** Whether the request may include a picture, which allows forms and larger bodies. */
  takesPictures?: boolean
  /** The kind of the one file that the form uploads. */
  takesUpload?: 'file' | 'image'
  answer: Answer
}

export function defineEndpoint<Input, Answer extends AnyAnswer, Prepared = Input>(
  definition: Endpoint<Input, Answer, Prepared>,
): Endpoint {
  return definition as unknown as Endpoint
}

const dialects: Record<DialectName, Dialect> = { detailed: detailedDialect, simple: simpleDialect }

/**
 * Creates the router of all endpoints: it authenticates, limits, validates, handles and presents each request. Every
 * path works with and without `.php`. `standings` caches keys for less than a second; after a caller clears it, changes
 * apply immediately.
 */
export function createApiRouter(app: App, endpoints: Endpoint[], standings = createStandingMemory()): Routes {
  const { limits } = app.config
  const door: Door = {
    app,
    authentication: {
      ...app,
      standings,
      failedKeys: createRateLimit(limits.failedKeysPerMin / 60, limits.failedKeysPerMin),
    },
    requests: createRateLimit(limits.requestsPerS, limits.requestsBurst),
    pictures: createRateLimit(limits.picturesPerS, limits.picturesPerS),
    bodies: createBodyReader(limits),
    requestLog: createRequestLog(app),
  }
  const routes = new Map<string, Koa.Middleware>()
  for (const path of new Set(endpoints.map(({ path }) => path))) {
    const here = endpoints.filter(candidate => candidate.path === path)
    const route = byMethod(door, here)
    routes.set(`/api${path}`, route)
    routes.set(`/api${path}.php`, route)
  }
  return { routes: () => dispatchRequest(routes, app.log) }
}

/**
 * Finds the route of a request by its path. Matching the patterns of all endpoints in turn took a tenth of the time of
 * a check.
 */
function dispatchRequest(routes: Map<string, Koa.Middleware>, log: App['log']): Koa.Middleware {
  return (ctx, next) => {
    const path = routes.has(ctx.path) ? ctx.path : ctx.path.toLowerCase().replace(/(?<=.)\/$/, '')
    if (path !== '/api' && !path.startsWith('/api/')) return next()
    const route = routes.get(path)
    // Used as a label of metrics and traces, so it must not contain the caller's text.
    ctx._matchedRoute = route ? path : '/api/{*rest}'
    if (route) return route(ctx, next)
    answerError(ctx as Koa.Context, notFound('endpoint'), log)
  }
}

interface Door {
  app: App
  authentication: AuthenticateNeeds
  requests: RateLimit
  pictures: RateLimit
  bodies: BodyReader
  requestLog: RequestLog
}

interface Served {
  definition: Endpoint
  schemaFor: PreparedSchema<unknown>
}

function serveEndpoint(door: Door, definition: Endpoint): Koa.Middleware {
  const served = { definition, schemaFor: findPreparedSchema(definition.input) }
  return async ctx => {
    const startedAt = performance.now()
    ctx.res.once('close', () => recordRequest(door, ctx as Koa.Context, performance.now() - startedAt))
    try {
      const body = await answerRequest(door, served, ctx as Koa.Context)
      // Otherwise Koa looks up the content type by name for every answer, and again to serialise an object.
      if (!ctx.res.hasHeader('Content-Type')) ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8')
      ctx.body = body instanceof Readable ? body : JSON.stringify(body)
    } catch (error) {
      answerError(ctx as Koa.Context, sayWhichMode(ctx as Koa.Context, error), door.app.log)
      Object.assign(ctx.body as object, presentTakenPayment(door.app, error))
    }
  }
}

// Adds to an error the mode of the key: a live payment, for example, cannot be found with a test key.
function sayWhichMode(ctx: Koa.Context, error: unknown): unknown {
  const caller = ctx.state.caller as KeyStanding | undefined
  if (!caller || !(error instanceof Refusal) || error.code !== 'not_found') return error
  return new Refusal('not_found', `${error.message} of this account in ${caller.standing.mode} mode`)
}

// Requests without a valid key belong to no account, so they are not in any account's log.
function recordRequest({ app, requestLog }: Door, ctx: Koa.Context, durationMs: number): void {
  const caller = ctx.state.caller as KeyStanding | undefined
  if (!caller) return
  const { accountId, mode } = caller.standing
  requestLog.record({
    accountId,
    mode,
    apiKeyId: caller.keyId,
    method: ctx.method,
    path: ctx.path,
    status: ctx.status,
    code: ctx.status < 400 ? null : ((ctx.body as { code?: string } | null)?.code ?? null),
    requestId: String(ctx.state.requestId),
    unknownFields: (ctx.state.unknownFields as UnknownField[] | undefined) ?? null,
    durationMs: Math.round(durationMs),
    receivedAt: app.now(),
  })
}

async function answerRequest(door: Door, served: Served, ctx: Koa.Context): Promise<object> {
  const { definition } = served
  const caller = await authenticateKey(door.authentication, ctx)
  const { standing, isRateLimited, scopes } = caller
  ctx.state.caller = caller
  checkScope(definition, scopes)
  if (isRateLimited) limitRate(ctx, takeRequest(door, caller))
  const call: ApiCall = { ctx, caller, dialect: chooseDialect(ctx, standing) }
  if (definition.method === 'GET') return handleInput(door, served, call, singleValues(ctx))
  await using upload = door.app.uploads.open()
  const sent = { who: `account ${standing.accountId}`, upload }
  // Awaited here, because uploads are released at the end of this function.
  return await handleInput(door, served, call, await readBody(door, definition, ctx, sent))
}

/** An authenticated request. */
interface ApiCall {
  ctx: Koa.Context
  caller: KeyStanding
  dialect: Dialect
}

/** Validates the fields of a request and handles it. */
function handleInput(
  door: Door,
  { definition, schemaFor }: Served,
  { ctx, caller, dialect }: ApiCall,
  fields: Record<string, unknown>,
): Promise<object> {
  nameUnknownFields(ctx, caller, definition, fields)
  const input = validateInput(schemaFor(fields), fields)
  const request = new ApiRequest(door, ctx, caller)
  if (definition.needsItsKey && request.header('idempotency-key') === undefined) {
    throw refuseField('Idempotency-Key', 'is required, so that nothing is done twice', 'missing')
  }
  return executeEndpoint(definition, { app: door.app, standing: caller.standing, input, request }, (value, app) => {
    const { present, file } = selectShape(dialect, definition.answer)
    if (file) {
      ctx.attachment(file.nameOf(value as never))
      ctx.type = file.type
    }
    return present(value as never, app)
  })
}

// A class, because creating an object literal with methods was the most expensive part of a request.
class ApiRequest implements EndpointRequest, PendingRequest {
  readonly #door: Door
  readonly #ctx: Koa.Context
  readonly #caller: KeyStanding

  constructor(door: Door, ctx: Koa.Context, caller: KeyStanding) {
    this.#door = door
    this.#ctx = ctx
    this.#caller = caller
  }

  get keyId(): number {
    return this.#caller.keyId
  }

  takePicture(): void {
    if (this.#caller.isRateLimited) limitRate(this.#ctx, this.#door.pictures.take(String(this.keyId)))
  }

  markReplayed(): void {
    this.#ctx.set('Idempotency-Replayed', 'true')
  }

  header(name: string): string | undefined {
    return this.#ctx.req.headers[name]?.toString()
  }

  get isForm(): boolean {
    return Boolean(this.#ctx.is('multipart/form-data'))
  }

  get waiter(): PendingRequest {
    return this
  }

  isGone(): boolean {
    return this.#ctx.res.destroyed
  }

  shared(waitedMs: number, count: number): void {
    this.#ctx.state.shared =
      count > 1 ? { shared_with: count - 1, waited_ms: Math.round(waitedMs * 10) / 10 } : undefined
  }
}

// If the account has its own limit, all its keys share it; otherwise more keys would allow more requests.
function takeRequest(
  { requests }: Door,
  { keyId, standing: { accountId, requestsPerS: perS } }: KeyStanding,
): RateVerdict {
  return perS === null
    ? requests.take(String(keyId))
    : requests.take(`account ${accountId}`, { perS, burst: perS * burstSeconds })
}

/** The burst that the installation's limit allows, in seconds' worth of requests. */
const burstSeconds = 2

function checkScope({ scope }: Endpoint, scopes: KeyScope[]): void {
  const isGiven = typeof scope === 'string' ? scopes.includes(scope) : scope.some(one => scopes.includes(one))
  if (!isGiven) throw new Refusal('forbidden', `This API key has not the scope ${[scope].flat().join(' or ')}`)
}

function limitRate(ctx: Koa.Context, rate: RateVerdict): void {
  ctx.set({
    'RateLimit-Limit': String(rate.limit),
    'RateLimit-Remaining': String(rate.remaining),
    'RateLimit-Reset': String(Math.ceil(rate.resetS)),
  })
  if (!rate.ok) throw new Refusal('rate_limited', 'Too many requests', { retryAfterS: Math.max(1, rate.resetS) })
}

function chooseDialect(ctx: Koa.Context, standing: Standing): Dialect {
  const asked = ctx.req.headers['x-api-variant']
  if (!asked) return dialects[standing.dialect]
  if (asked !== 'detailed' && asked !== 'simple')
    throw refuseField('X-API-Variant', 'is detailed or simple', { code: 'not_one_of', values: ['detailed', 'simple'] })
  return dialects[asked]
}

function singleValues(ctx: Koa.Context): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(readQuery(ctx))) {
    if (name === 'apiKey') continue
    if (Array.isArray(value)) throw refuseField(name, 'is given more than once', 'repeated')
    if (value !== '') values[name] = value
  }
  return values
}

function readBody(
  { app, bodies }: Door,
  { takesUpload, takesPictures }: Endpoint,
  ctx: Koa.Context,
  sent: Sender,
): Promise<Record<string, unknown>> {
  if (takesUpload === 'file') return bodies.upload(ctx, { fileBytesMax, takesLargeFile: true }, sent)
  if (takesUpload === 'image') return bodies.upload(ctx, makeImageLimits(app.config.limits), sent)
  return takesPictures ? bodies.jsonOrForm(ctx, sent) : bodies.json(ctx, 'plain', sent)
}

// Before other validation: a missing required field may be present under a wrong name.
function nameUnknownFields(ctx: Koa.Context, caller: KeyStanding, { input, method }: Endpoint, body: object): void {
  const address = method === 'POST' && ctx.querystring !== '' ? ctx.query : {}
  const found = findUnknownFields(input, body, address)
  if (found.length === 0) return
  ctx.set('X-Unknown-Fields', formatUnknownFields(found))
  ctx.state.unknownFields = found.map(({ name, guess }): UnknownField => ({ name, guess }))
  if (caller.refusesUnknownFields) throw refuseUnknownFields(found)
}

/** Parses the input by its schema. Refuses `invalid_request` with every invalid field. */
function validateInput<Input>(schema: z.ZodType<Input>, body: unknown): Input {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const fields = listFieldErrors(parsed.error.issues, body).map(field => ({ ...field, path: field.path || 'body' }))
  const first = fields[0]!
  throw new Refusal('invalid_request', `${first.path}: ${first.error}`, { fields })
}

/** Returns the middleware of one path, which calls the endpoint of the HTTP method. */
function byMethod(door: Door, here: Endpoint[]): Koa.Middleware {
  const serving = new Map(here.map(one => [one.method as string, serveEndpoint(door, one)]))
  const refuse = refuseMethod(here)
  return (ctx, next) => (serving.get(ctx.method === 'HEAD' ? 'GET' : ctx.method) ?? refuse)(ctx, next)
}

function refuseMethod(here: Endpoint[]): Koa.Middleware {
  const allowed = here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return ctx => {
    ctx.set('Allow', allowed.join(', '))
    const refusal = new Refusal('method_not_allowed', `This endpoint takes ${allowed.join(', ')}`)
    answerError(ctx as Koa.Context, refusal, { debug() {}, info() {}, warn() {}, error() {} })
  }
}
