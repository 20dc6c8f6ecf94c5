import type { SimulatorAnswer, SimulatorRequest } from '../connectors/simulator/simulator-request.ts'
import type { Outbound, OutboundAnswer, OutboundOptions } from '../lib/outbound.ts'
import type { Database } from '../lib/sql.ts'
import { prepareSchema } from './schema.ts'
import { simulators } from './simulators.ts'

/** The address of test-mode connections in production: a name that cannot be registered (RFC 6761). */
export const testProvidersUrl = 'http://providers.invalid'

interface ProviderNeeds {
  sql: Database
  now(): Date
}

/**
 * Opens the sandbox's providers for production: the same code and schema, inside the process. Without controls, only
 * `simulate-payment` makes money arrive. They have no HTTP endpoints: their address is a name that cannot be
 * registered. Requests to other addresses, of providers that merchants connected themselves, use the network.
 */
export async function openTestProviders(needs: ProviderNeeds, real: Outbound): Promise<Outbound> {
  await prepareSchema(needs.sql)
  const routes = makeHandlers(needs)
  return {
    fetch(address, options) {
      const url = URL.canParse(address) ? new URL(address) : null
      return url?.origin === testProvidersUrl ? answerRequest(routes, url, options) : real.fetch(address, options)
    },
  }
}

type Handlers = Record<string, (request: SimulatorRequest) => Promise<SimulatorAnswer>>

function makeHandlers({ sql, now }: ProviderNeeds): Handlers {
  const needs = { sql, clock: { now }, realNow: () => new Date() }
  const handlers: Handlers = {}
  for (const [id, { routes, accounts, forEveryMerchant }] of simulators) {
    // They are already connected, so their steps to request access are not needed.
    const read = accounts || forEveryMerchant ? routes.filter(({ method }) => method === 'GET') : []
    for (const { path, work } of read) handlers[`/${id}${path}`] = request => work(needs, request)
  }
  return handlers
}

async function answerRequest(routes: Handlers, url: URL, options: OutboundOptions = {}): Promise<OutboundAnswer> {
  const handler = Object.hasOwn(routes, url.pathname) ? routes[url.pathname] : undefined
  const headers = Object.fromEntries(
    Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const given = await handler?.({ query: url.searchParams, headers, body: options.body ?? '' })
  const { status, body } = given ?? { status: 404, body: { error: 'there is no such provider' } }
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) }
}
