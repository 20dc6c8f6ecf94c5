import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import {
  refuseUnstorable,
  type SimulatorAnswer,
  type SimulatorRequest,
} from '../connectors/simulator/simulator-request.ts'
import type { Log } from '../lib/log.ts'
import { type PrivateDoor, requireJson } from '../lib/private-door.ts'
import { type BodyRoom, readBytes } from '../lib/read-bytes.ts'
import { Refusal, type RefusalCode } from '../lib/refusal.ts'
import { matchRoute } from './match-route.ts'

type Handler = (request: SimulatorRequest) => Promise<SimulatorAnswer>

/** Handlers by path and method. */
export type Routes = Record<string, Record<string, Handler>>

export interface SandboxRoutes {
  /** The routes of providers and of a merchant's backend, for callers with credentials. */
  open: Routes
  /** The routes whose request bodies are forms. */
  forms: Routes
  /** The controls that move money and time. */
  control: Routes
}

interface Serving {
  door: PrivateDoor
  log: Log
  /** The maximum number of body bytes that are read at once. */
  bodiesBytesMax?: number | undefined
}

export function serveSandbox(rooms: SandboxRoutes, { door, log, bodiesBytesMax = togetherMax }: Serving) {
  const closing = new AbortController()
  const place = { rooms, door, bodies: { bytes: 0, bytesMax: bodiesBytesMax } }
  return {
    async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const requestId = randomUUID()
      const answer = await answerTo(place, request).catch(error => answerFailure(error, requestId, log))
      await sendAnswer(response, answer, requestId, closing.signal)
    },
    /** Ends all requests that are kept waiting. */
    close: () => closing.abort(),
  }
}

const bodyBytesMax = 1_048_576
const togetherMax = 32 * bodyBytesMax
const heldMsMax = 60_000

interface Place {
  rooms: SandboxRoutes
  door: PrivateDoor
  bodies: BodyRoom
}

async function answerTo({ rooms, door, bodies }: Place, request: IncomingMessage): Promise<SimulatorAnswer> {
  const { open, forms, control } = rooms
  door.refuseStrangers(request)
  const url = readAddress(request)
  const form = matchRoute(forms, url.pathname)
  const openToAll = form ?? matchRoute(open, url.pathname)
  const route = openToAll ?? matchRoute(control, url.pathname)
  if (!openToAll) await door.requireKey(request)
  if (!route) throw new Refusal('not_found', `the sandbox has no ${url.pathname}`)
  const { found: methods, params } = route
  const handler = methods[request.method ?? '']
  if (!handler) return methodNotAllowed(Object.keys(methods))
  if (!form) requireJson(request)
  refuseUnstorable([...url.searchParams], 'query')
  const body = await readBody(request, bodies)
  return handler({ query: url.searchParams, headers: request.headers, body, params })
}

// Not resolved against another address: `//` would be taken for the start of a host.
function readAddress({ url = '/' }: IncomingMessage): URL {
  const address = `http://sandbox${url}`
  if (!URL.canParse(address)) throw new Refusal('not_found', 'the sandbox has no such path')
  return new URL(address)
}

function methodNotAllowed(methods: string[]): SimulatorAnswer {
  const allow = methods.join(', ')
  const refusal = new Refusal('method_not_allowed', `only ${allow} is allowed here`)
  return { status: 405, body: refusal, headers: { allow } }
}

async function readBody(request: IncomingMessage, bodies: BodyRoom): Promise<string> {
  const body = await readBytes(request, bodyBytesMax, bodies)
  if (body === null) throw new Refusal('invalid_request', `the body is longer than ${bodyBytesMax} bytes`)
  return body.toString('utf8')
}

const statuses: Partial<Record<RefusalCode, number>> = {
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_ready: 409,
  rate_limited: 429,
}

function answerFailure(error: unknown, requestId: string, log: Log): SimulatorAnswer {
  if (error instanceof Refusal) {
    const wait = error.retryAfterS === undefined ? {} : { headers: { 'retry-after': `${error.retryAfterS}` } }
    return { status: statuses[error.code] ?? 400, body: error, ...wait }
  }
  log.error({ err: error, request_id: requestId }, 'the sandbox failed')
  const refusal = new Refusal('unavailable', 'the sandbox cannot reach its database; try again')
  return { status: 503, body: refusal, headers: { 'retry-after': '1' } }
}

async function sendAnswer(
  response: ServerResponse,
  answer: SimulatorAnswer,
  requestId: string,
  closing: AbortSignal,
): Promise<void> {
  const left = new AbortController()
  response.once('close', () => left.abort())
  if (response.closed) left.abort()
  const waitMs = answer.never ? heldMsMax : (answer.delayMs ?? 0)
  if (waitMs > 0) await wait(waitMs, undefined, { signal: AbortSignal.any([closing, left.signal]) }).catch(() => {})
  if (answer.never) return void response.destroy()
  const isText = typeof answer.body === 'string'
  response.writeHead(answer.status, {
    'content-type': isText ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'x-request-id': requestId,
    ...answer.headers,
  })
  response.end(isText ? answer.body : JSON.stringify(asBody(answer.body, requestId)))
}

function asBody(body: unknown, requestId: string): unknown {
  if (!(body instanceof Refusal)) return body
  const { message, code } = body
  return { success: false, error: message, code, ...body.said(), request_id: requestId }
}
