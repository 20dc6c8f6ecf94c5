import { checkAddress, OutboundError } from '../lib/outbound.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import { leadsTo } from '../lib/this-machine.ts'
import type { Needs } from '../needs.ts'
import type { Mistake, ParsedCatalog } from './parsed-catalog.ts'

const lengthMax = 2048

/**
 * Returns the address of a server that hands out units, if it may be called: a public one, and none of this installation's own. What its name
 * leads to is checked again with each request. Refuses `invalid_request` and `address_refused`, naming `url`.
 */
export function checkStockUrl(app: Needs<'config'>, given = ''): string {
  const address = given.trim()
  if (address === '' || address.length > lengthMax) throw refuseField('url', `has 1 to ${lengthMax} characters`)
  try {
    if (!leadsTo(checkAddress(address, app.config.outboundAllow), app.config.ownAddresses)) return address
  } catch (error) {
    if (error instanceof OutboundError) throw refuseField('url', error.message, 'address_refused')
    throw error
  }
  throw refuseField('url', 'is an address of this installation', 'address_refused')
}

/** The addresses in a catalogue file that may not be called. */
export function stockUrlMistakes(app: Needs<'config'>, { products }: ParsedCatalog): Mistake[] {
  return products
    .flatMap(({ variants }) => variants)
    .flatMap(({ stock }): Mistake[] => {
      if (stock.mode !== 'webhook') return []
      try {
        checkStockUrl(app, stock.url)
        return []
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return [{ line: stock.line, error: `the webhook's ${error.message}` }]
      }
    })
}
