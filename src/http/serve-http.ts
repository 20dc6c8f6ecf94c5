import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type Router from '@koa/router'
import Koa from 'koa'
import { ConfigError } from '../config.ts'
import { type Log, toLoggedPath } from '../lib/log.ts'
import { version } from '../lib/version.ts'
import { drainBody } from './drain-body.ts'

/** A separate part of the server beside the product's pages: it receives complete requests, without the prefix. */
export interface MountedDoor {
  prefix: string
  /** Paths outside the prefix that also belong to it. */
  ownPaths?: RegExp
  handle(request: http.IncomingMessage, response: http.ServerResponse): unknown
}

/** Handles requests whose paths it knows, and passes others on. */
export interface Routes {
  routes(): Koa.Middleware
}

export interface HttpParts {
  /** Middleware before the routers, which can change every answer. */
  middleware: Koa.Middleware[]
  routers: (Router | Routes)[]
  mounted: MountedDoor[]
  /** Returns `ok` or a reason, by name of the part. */
  readiness(): Promise<Record<string, string>>
  /** The public address of this server; HSTS is sent only for https. */
  baseUrl: string
  /** Whether `/readyz` states reasons, which contain internal addresses. */
  tellsReasons: boolean
  trustedProxies: number
  log: Log
}

export interface HttpServer {
  port: number
  /** Accepts no new requests, and returns when the running ones have been answered. */
  close(timeoutMs: number): Promise<void>
}

// By default Node lets a slow client hold a socket for five minutes.
const headersTimeoutMs = 10_000
const requestTimeoutMs = 30_000
const checkingIntervalMs = 5_000
const keepAliveTimeoutMs = 65_000

/** Serves all roles of this process on one port, with `/healthz` and `/readyz`. */
export async function serveHttp(parts: HttpParts, address: { port: number; host: string }): Promise<HttpServer> {
  const handleProduct = createProductApp(parts).callback()
  const open = new Set<http.ServerResponse>()
  let closing = false
  const server = http.createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: checkingIntervalMs,
      keepAliveTimeout: keepAliveTimeoutMs,
    },
    (request, response) => {
      open.add(response)
      response.once('close', () => open.delete(response))
      // Node drops data sent right after a request for another protocol, so the connection announces its end.
      if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
      drainBody(request, response)
      if (closing) response.shouldKeepAlive = false
      const door = parts.mounted.find(({ prefix }) => isUnder(request.url!, prefix))
      if (door) request.url = request.url!.slice(door.prefix.length).replace(/^(?!\/)/, '/')
      const answering = door ?? parts.mounted.find(({ ownPaths }) => ownPaths?.test(request.url!))
      return answering ? answering.handle(request, response) : handleProduct(request, response)
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(sayWhyNot(error, address.port)))
    server.listen(address.port, address.host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close(timeoutMs) {
      closing = true
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      // With this header, a client sends its next request over another connection instead of losing it here.
      for (const response of open) response.shouldKeepAlive = false
      const patience = new Promise<void>(resolve => setTimeout(resolve, timeoutMs).unref())
      await Promise.race([closed, patience])
      server.closeAllConnections()
    },
  }
}

function sayWhyNot(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') return new ConfigError([`PORT ${port} is in use by another program: set a free one`])
  if (error.code === 'EACCES')
    return new ConfigError([`PORT ${port} may not be opened by this user: set one above 1023`])
  return error
}

function isUnder(url: string, prefix: string): boolean {
  return url === prefix || url.startsWith(`${prefix}/`) || url.startsWith(`${prefix}?`)
}

function createProductApp(parts: HttpParts): Koa {
  const koa = new Koa()
  // The leftmost address in X-Forwarded-For is the caller's own claim, so only as many addresses count as there are
  // proxies of ours.
  koa.proxy = parts.trustedProxies > 0
  koa.maxIpsCount = parts.trustedProxies
  koa.on('error', logBrokenAnswer(parts.log))
  koa.use(logRequest(parts))
  koa.use(serveHealth(parts))
  for (const middleware of parts.middleware) koa.use(middleware)
  for (const router of parts.routers) koa.use(router.routes())
  return koa
}

// A client that disconnects or sends invalid HTTP is not a server error, nor is a failure after a complete answer.
const clientCodes = /^(ERR_STREAM_PREMATURE_CLOSE|ECONNRESET|EPIPE|ERR_HTTP_REQUEST_TIMEOUT|HPE_\w+)$/

function logBrokenAnswer(log: Log) {
  // Koa reports both the failure of a stream and its end.
  const reported = new WeakSet<Error>()
  return (error: Error & { code?: string }, ctx: Koa.Context) => {
    if (!(ctx.body instanceof Readable) || clientCodes.test(error.code ?? '') || reported.has(error)) return
    reported.add(error)
    log.error({ err: error, request_id: ctx.state.requestId }, 'an answer broke off')
  }
}

function logRequest({ log, baseUrl }: HttpParts): Koa.Middleware {
  const isHttps = baseUrl.startsWith('https:')
  let answered: object[] = []
  const logAnswered = () => {
    const lines = answered
    answered = []
    for (const line of lines) log.info(line, 'request')
  }
  return async (ctx, next) => {
    const startedAt = performance.now()
    const { res } = ctx
    ctx.state.requestId = randomUUID()
    res.setHeader('X-Request-Id', ctx.state.requestId)
    res.setHeader('X-Content-Type-Options', 'nosniff')
    res.setHeader('Referrer-Policy', 'no-referrer')
    res.setHeader('Cache-Control', 'no-store')
    if (isHttps) res.setHeader('Strict-Transport-Security', 'max-age=31536000')
    try {
      await next()
    } catch (error) {
      log.error({ err: error, request_id: ctx.state.requestId }, 'a request failed')
      ctx.status = 500
      ctx.body = {
        success: false,
        error: 'Something broke on our side',
        code: 'internal',
        request_id: ctx.state.requestId,
      }
    }
    // Only the path, because a query may contain a key.
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    const { requestId: request_id, shared } = ctx.state
    const line = { request_id, method: ctx.method, path: toLoggedPath(ctx.path), status: res.statusCode, ms, ...shared }
    // Logged after the answer, so that the caller does not wait for it.
    if (answered.length === 0) setImmediate(logAnswered)
    answered.push(line)
  }
}

function serveHealth(parts: HttpParts): Koa.Middleware {
  const readyz = async (ctx: Koa.Context) => {
    const checks = await parts.readiness()
    const ready = Object.values(checks).every(check => check === 'ok')
    ctx.status = ready ? 200 : 503
    if (!ready) parts.log.warn({ checks }, 'not ready')
    ctx.body = { ready, checks: parts.tellsReasons ? checks : describeChecks(checks) }
  }
  // Every request passes through here, so nothing is awaited for other paths.
  return (ctx, next) => {
    if (ctx.path === '/readyz') return readyz(ctx as Koa.Context)
    if (ctx.path !== '/healthz') return next()
    ctx.set('X-Warung-Version', version)
    ctx.body = { status: 'ok' }
  }
}

function describeChecks(checks: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, check === 'ok' ? 'ok' : 'failing']))
}
