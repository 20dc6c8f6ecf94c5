import type { Outbound, OutboundAnswer, OutboundOptions } from '../lib/outbound.ts'
import type { Database } from '../lib/sql.ts'
import { describeAccount, listTransactions } from './bridge.ts'
import { bridged, testProvidersUrl } from './credentials.ts'
import type { Answer, Asked } from './http.ts'
import { checkPaid, createInvoice } from './interactive.ts'
import { prepareSchema } from './schema.ts'

interface ProviderNeeds {
  sql: Database
  now(): Date
}

/**
 * The sandbox's providers for production: the same code and schema, answered inside the process. There are no controls, so that only
 * `simulate-payment` makes money arrive, and no HTTP endpoints: their address is a name that nobody can own. Requests to other addresses, of
 * providers that merchants connected themselves, go over the network.
 */
export async function openTestProviders(needs: ProviderNeeds, real: Outbound): Promise<Outbound> {
  await prepareSchema(needs.sql)
  const routes = routesOf(needs)
  return {
    fetch(address, options) {
      const url = URL.canParse(address) ? new URL(address) : null
      return url?.origin === testProvidersUrl ? answer(routes, url, options) : real.fetch(address, options)
    },
  }
}

type Handlers = Record<string, (asked: Asked) => Promise<Answer>>

function routesOf({ sql, now }: ProviderNeeds): Handlers {
  const needs = { sql, clock: { now } }
  const routes: Handlers = {
    '/interactive/restapi/qris/show_qris.php': asked => createInvoice(needs, asked),
    '/interactive/restapi/qris/checkpaid_qris.php': asked => checkPaid(needs, asked),
  }
  for (const connector of bridged) {
    routes[`/${connector}/transactions`] = asked => listTransactions(needs, asked)
    routes[`/${connector}/account`] = asked => describeAccount(connector, asked)
  }
  return routes
}

async function answer(routes: Handlers, url: URL, options: OutboundOptions = {}): Promise<OutboundAnswer> {
  const handler = Object.hasOwn(routes, url.pathname) ? routes[url.pathname] : undefined
  const headers = Object.fromEntries(
    Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const given = await handler?.({ query: url.searchParams, headers, body: options.body ?? '' })
  const { status, body } = given ?? { status: 404, body: { error: 'there is no such provider' } }
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) }
}
