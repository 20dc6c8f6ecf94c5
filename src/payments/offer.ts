import type { Window } from '../connectors/window.ts'
import type { Standing, StandingConnection } from '../keys/standing.ts'
import { asksExactPrice, isPaidByOwnCode } from '../methods/bringers.ts'
import { type Conversion, findConnection } from '../methods/edition.ts'
import { listMethodsOfAll } from '../methods/list-methods-of-all.ts'
import type { PaymentMethodId, RequestedMethod } from '../methods/method.ts'
import type { Needs } from '../needs.ts'

/** One way to pay a payment. */
export interface Offer {
  method: PaymentMethodId
  connection: StandingConnection
  window: Window
  matches: 'reference' | 'amount'
  /** Whether its code asks for exactly the price, because its money is matched by the code's reference alone. */
  isExact: boolean
  /** The merchant's own static code; null if the provider creates one, or if the customer pays to an account number. */
  qris: string | null
}

/**
 * Returns the ways to pay a payment: the method itself and those that a converted code adds. With `all`, returns every
 * available method in the edition's order. A code of another merchant removes all others, because its money is not
 * watched.
 */
export function findOffers(
  app: Needs<'connectors' | 'edition'>,
  standing: Standing,
  method: RequestedMethod,
  { conversion, via }: { conversion: Conversion | null; via?: StandingConnection | undefined },
): Offer[] {
  if (via && method !== 'all') return [makeOffer(app, method, via)]
  if (conversion?.connection === null) return []
  const methods = method === 'all' ? listMethodsOfAll(app, standing) : [method]
  const offers = methods.map(each => makeOffer(app, each, findConnection(app.edition, standing, each)!))
  if (conversion === null) return filterDistinct(offers)
  const converted = { ...makeOffer(app, conversion.method, conversion.connection), qris: conversion.code }
  // With `all`, each method is a single choice; for the conversion's method, it is the converted code.
  const others = offers.filter(({ connection, method: each }) =>
    method === 'all' ? each !== conversion.method : connection.id !== conversion.connection.id,
  )
  return method === 'all' || others.length > 0
    ? filterDistinct([...others, converted])
    : [{ ...offers[0]!, qris: converted.qris }]
}

// Two methods whose money lands in one account look the same there, so only the first of them is offered.
function filterDistinct(offers: Offer[]): Offer[] {
  const accounts = new Set<number>()
  return offers.filter(({ matches, connection: { receivingAccountId } }) => {
    if (matches === 'reference') return true
    const isNew = !accounts.has(receivingAccountId)
    accounts.add(receivingAccountId)
    return isNew
  })
}

function makeOffer(
  { connectors }: Needs<'connectors'>,
  method: PaymentMethodId,
  connection: StandingConnection,
): Offer {
  const { window, matches } = connectors[connection.connector]
  // A wallet with a code is also paid by its number.
  const qris = isPaidByOwnCode(connectors, method, connection.connector) ? connection.qris : null
  const isExact = asksExactPrice(connectors, method, connection)
  return { method, connection, matches, isExact, window: { ...window, ...connection.window }, qris }
}
