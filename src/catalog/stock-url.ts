import { checkOutsideAddress } from '../lib/outside-address.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import type { Mistake, ParsedCatalog } from './import/parsed-catalog.ts'

const lengthMax = 2048

/**
 * Returns the address of a server that hands out units, if it may be called: it must be public and not this
 * installation's own. The IP address that its host resolves to is checked again with each request. Refuses
 * `invalid_request` and `address_refused`, naming `url`.
 */
export function checkStockUrl(app: Needs<'config'>, input = ''): string {
  const address = input.trim()
  if (address === '' || address.length > lengthMax)
    throw refuseField('url', `has 1 to ${lengthMax} characters`, { code: 'wrong_length', min: 1, max: lengthMax })
  checkOutsideAddress({ field: 'url', address, allow: app.config.outboundAllow, doors: app.config.ownAddresses })
  return address
}

/** Returns mistakes for the addresses in a catalogue file that may not be called. */
export function findStockUrlMistakes(app: Needs<'config'>, { products }: ParsedCatalog): Mistake[] {
  return products
    .flatMap(({ variants }) => variants)
    .flatMap(({ stock }): Mistake[] => {
      if (stock.mode !== 'webhook') return []
      try {
        checkStockUrl(app, stock.url)
        return []
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { path: _path, ...problem } = error.fields![0]!
        return [{ ...problem, line: stock.line, name: stock.url, error: `the webhook's ${error.message}` }]
      }
    })
}
