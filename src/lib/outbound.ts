import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { buildConnector, Client, type Dispatcher } from 'undici'
import { formatHostAndPort, portOf } from './outgoing/host-and-port.ts'
import { IdleConnections, type OriginConnection } from './outgoing/idle-connections.ts'
import { LenientHead } from './outgoing/lenient-head.ts'
import { type AnswerBody, readBody, readBodyStart } from './outgoing/read-answer.ts'
import { describeTlsProblem } from './tls-problem.ts'

/** The only way to send requests to an address that a user chose. */
export interface Outbound {
  /**
   * Sends one request, without following redirects. `address` is an absolute http(s) URL. Throws OutboundError:
   * `refused` before anything was sent, otherwise the failure on the way.
   */
  fetch(address: string, options?: OutboundOptions): Promise<OutboundAnswer>
  /** The client for connections of test mode; unset if they use the same one. */
  ofTestMode?: Pick<Outbound, 'fetch'>
}

export interface OutboundOptions {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Replaces `body` for binary content. */
  bytes?: Buffer
  /** The text covered by the request's signature. It is not sent; traces show it. */
  stringToSign?: string
  /** The timeout of the entire request, including the connection; 15,000 by default. */
  timeoutMs?: number
  /** The maximum size of the decompressed answer; 65,536 by default. */
  responseBytesMax?: number
  signal?: AbortSignal
  /** Rejects addresses, even allowed ones, after connecting and before anything is sent. */
  refusesPeer?: (address: string, port: number) => boolean
  /**
   * For a caller that needs only the status: returns the part of the body that arrives promptly, at most
   * `responseBytesMax` bytes. A body that is longer, malformed or endless is then not an error.
   */
  cut?: boolean
  /** Reuses a recent connection to this origin, and keeps this one alive for a moment. */
  keep?: boolean
}

export interface OutboundAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** `refused` and `unresolved`: nothing was sent. For the others it is unknown what the other side did. */
export type OutboundErrorKind = 'refused' | 'unresolved' | 'timeout' | 'too_large' | 'failed'

/** An error whose message contains at most the host, never a path or query, so that it can be logged and shown. */
export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly kind: OutboundErrorKind
  /** Whether the other side has no trusted TLS certificate. */
  readonly isUntrusted: boolean

  constructor(kind: OutboundErrorKind, message: string, { isUntrusted = false } = {}) {
    super(message)
    this.kind = kind
    this.isUntrusted = isUntrusted
  }
}

export interface OutboundNeeds {
  /** Internal addresses that may be called despite the rules, as exact `host:port`. */
  allow: string[]
  /** Returns all addresses of a name; by default by DNS, without the hosts file and search domains. */
  resolve?: (hostname: string) => Promise<string[]>
  /** Returns whether a resolved address may be called; by default only public ones. */
  reachable?: (address: string) => boolean
}

/**
 * Creates a client that sends requests to public addresses only. A name is resolved for every request, all of its
 * addresses must be public, and the connection goes to exactly one of those. A connection serves one request, unless it
 * is kept alive: then it is reused only if the name still resolves to its peer, so that no earlier check is relied on.
 */
export function createOutbound(needs: OutboundNeeds): Outbound & { close(): Promise<void> } {
  const connect = guardedConnector(needs)
  const connections = new IdleConnections()
  const open = new Set<Client>()

  async function carryRequest(
    line: OriginConnection,
    url: URL,
    options: OutboundOptions,
    signal: AbortSignal,
  ): Promise<OutboundAnswer> {
    open.add(line.client)
    let isGood = false
    try {
      line.head.expect()
      const { isWhole, ...answer } = await sendRequest(line.client, url, options, signal)
      isGood = isWhole
      return answer
    } finally {
      open.delete(line.client)
      if (isGood && options.keep) connections.give(url.origin, line)
      else await line.client.destroy()
    }
  }

  /** Sends over a kept-alive connection; null if none is usable. */
  async function carryOnKept(url: URL, options: OutboundOptions, signal: AbortSignal): Promise<OutboundAnswer | null> {
    for (let line = connections.take(url.origin); line; line = connections.take(url.origin)) {
      line.refusesPeer = options.refusesPeer
      if (await leadsTo(needs, url, line)) return carryRequest(line, url, options, signal).catch(nullWhereHungUp)
      await line.client.destroy()
    }
    return null
  }

  return {
    async fetch(address, options = {}) {
      const url = checkAddress(address, needs.allow)
      // Not `AbortSignal.timeout`, which still creates its error long after the request has ended.
      const timeout = new AbortController()
      const timer = setTimeout(() => timeout.abort(), options.timeoutMs ?? 15_000).unref()
      const signal = options.signal ? AbortSignal.any([timeout.signal, options.signal]) : timeout.signal
      try {
        const answer = options.keep ? await carryOnKept(url, options, signal) : null
        return answer ?? (await carryRequest(newLine(connect, url, options), url, options, signal))
      } catch (error) {
        throw timeout.signal.aborted
          ? new OutboundError('timeout', `${url.host} took too long`)
          : asOutboundError(error, url)
      } finally {
        clearTimeout(timer)
      }
    },
    async close() {
      await connections.close()
      await Promise.all([...open].map(client => client.destroy()))
    },
  }
}

// The errors of a kept-alive connection that the other side has already closed.
const hungUp = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

function nullWhereHungUp(error: unknown): null {
  if (hungUp.has((error as { code?: string }).code ?? '')) return null
  throw error
}

function newLine(
  connect: buildConnector.connector,
  { origin }: URL,
  { keep, refusesPeer }: OutboundOptions,
): OriginConnection {
  const line: OriginConnection = { client: undefined as never, peer: null, refusesPeer, head: new LenientHead() }
  line.client = new Client(origin, { connect: judgingPeer(connect, line), pipelining: keep ? 1 : 0, ...clientLimits })
  return line
}

/** Returns whether a new connection to this address could lead to the same peer as the kept-alive one. */
async function leadsTo(needs: OutboundNeeds, url: URL, { peer, refusesPeer }: OriginConnection): Promise<boolean> {
  if (!peer || refusesPeer?.(peer.address, peer.port)) return false
  const host = hostOf(url)
  if (needs.allow.includes(formatHostAndPort(url)) || isIP(host)) return true
  const reachable = needs.reachable ?? isPublicAddress
  const addresses = await (needs.resolve ?? resolvePublicly)(host).catch((): string[] => [])
  return addresses.every(reachable) && addresses.includes(peer.address)
}

/**
 * Checks an address without the network: form, scheme, port, literal addresses. Names are checked when they are used.
 * Throws OutboundError `refused`, with a message for the person who typed the address.
 */
export function checkAddress(text: string, allow: string[]): URL {
  if (!addressForm.test(text))
    throw refused('the address must be absolute, http or https, without blanks, user or password')
  const url = parseUrl(text)
  if (allow.includes(formatHostAndPort(url))) return url
  if (refusedPorts.has(portOf(url))) throw refused(`port ${portOf(url)} is not allowed`)
  const host = hostOf(url)
  if (isIP(host) ? !isPublicAddress(host) : insideName.test(host)) throw refused('the address is not a public one')
  return url
}

/**
 * Returns whether an address is global unicast according to the registries of special addresses; IPv6 forms that
 * represent IPv4 are refused.
 */
export function isPublicAddress(address: string): boolean {
  try {
    // The URL parser normalises every spelling of an IPv6 address, and rejects zones.
    const ip = ipaddr.parse(isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address)
    if (ip.range() !== 'unicast' || azureHost.has(address)) return false
    return ip.kind() === 'ipv4' || ip.match(globalUnicast)
  } catch {
    return false
  }
}

const globalUnicast = ipaddr.parseCIDR('2000::/3')
// A public number that in every Azure machine leads to the host, which hands out the machine's credentials.
const azureHost = new Set(['168.63.129.16'])

// The only time limit is that of the entire request.
const clientLimits = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 65_536 }
const connectTimeoutMs = 5_000

// Parsers disagree about the host if there is an `@` or a `\` before the path.
const addressForm = /^https?:\/\/[^/?#@\\\s]+([/?#][^\\\s]*)?$/i
const insideName = /^(localhost|ip6-localhost|ip6-loopback|.+\.(localhost|local|internal|localdomain))$/

function parseUrl(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw refused('the address is not a valid URL')
  }
}

const refused = (message: string) => new OutboundError('refused', message)
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

// The ports that browsers block (Fetch standard, "port blocking"), because other protocols there misread HTTP.
const refusedPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

function guardedConnector(needs: OutboundNeeds): buildConnector.connector {
  const reachable = needs.reachable ?? isPublicAddress
  const resolve = needs.resolve ?? resolvePublicly
  const common = { timeout: connectTimeoutMs, allowH2: false, autoSelectFamily: true }
  const inside = buildConnector(common)
  const outside = buildConnector({ ...common, lookup: checkedLookup(resolve, reachable) })
  return (options, callback) => {
    // The parts of an address, of which the client has removed the brackets of IPv6.
    const name = isIP(options.hostname) === 6 ? `[${options.hostname}]` : options.hostname
    const url = new URL(`${options.protocol}//${name}${options.port ? `:${options.port}` : ''}`)
    if (needs.allow.includes(formatHostAndPort(url))) return inside(options, callback)
    // A literal address never reaches `lookup`.
    const host = hostOf(url)
    if (isIP(host) && !reachable(host)) return callback(refused('the address is not a public one'), null)
    outside(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      if (reachable(socket.remoteAddress ?? '')) return callback(null, socket)
      socket.destroy()
      callback(refused('the address is not a public one'), null)
    })
  }
}

function judgingPeer(connect: buildConnector.connector, line: OriginConnection): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      const peer = { address: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 }
      if (!line.refusesPeer?.(peer.address, peer.port)) {
        line.peer = peer
        line.head.attachTo(socket)
        return callback(null, socket)
      }
      socket.destroy()
      callback(refused('the address leads back to this installation'), null)
    })
}

function checkedLookup(resolve: NonNullable<OutboundNeeds['resolve']>, reachable: (address: string) => boolean) {
  const lookup: LookupFunction = (hostname, options, callback) => {
    const fail = (error: OutboundError) => callback(error, [])
    resolve(hostname).then(
      addresses => {
        const [first] = addresses
        if (first === undefined) return fail(new OutboundError('unresolved', `${hostname} has no address`))
        if (!addresses.every(reachable)) return fail(refused(`${hostname} is not a public address`))
        if (!options.all) return callback(null, first, isIP(first))
        callback(
          null,
          addresses.map(address => ({ address, family: isIP(address) })),
        )
      },
      () => fail(new OutboundError('unresolved', `${hostname} could not be resolved`)),
    )
  }
  return lookup
}

// Not the system's own lookup, which holds a thread of a small pool for as long as a stranger's name server takes.
async function resolvePublicly(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  return answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
}

async function sendRequest(
  client: Client,
  url: URL,
  options: OutboundOptions,
  signal: AbortSignal,
): Promise<OutboundAnswer & AnswerBody> {
  const answer = await client.request({
    path: url.pathname + url.search,
    method: options.method ?? 'GET',
    headers: { 'accept-encoding': 'identity', ...options.headers },
    body: options.bytes ?? options.body ?? null,
    signal,
  })
  const bytesMax = options.responseBytesMax ?? 65_536
  const read = options.cut ? await readBodyStart(answer, bytesMax) : await readBody(answer, bytesMax)
  if (read === null) throw new OutboundError('too_large', `the answer is longer than ${bytesMax} bytes`)
  return { status: answer.statusCode, headers: plainHeaders(answer.headers), ...read }
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')])
  return Object.fromEntries(entries)
}

function asOutboundError(error: unknown, url: URL): OutboundError {
  if (error instanceof OutboundError) return error
  const { code, name } = error as { code?: string; name?: string }
  if (code === 'UND_ERR_CONNECT_TIMEOUT')
    return new OutboundError('timeout', `${url.host} could not be reached in time`)
  const problem = describeTlsProblem(code)
  return new OutboundError('failed', `${url.host}: ${problem ?? code ?? name}`, { isUntrusted: problem !== null })
}
