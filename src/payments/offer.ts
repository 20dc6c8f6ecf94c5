import type { Standing, StandingConnection } from '../accounts/standing.ts'
import type { Window } from '../connectors/connector.ts'
import { type Conversion, connectionOf } from '../methods/edition.ts'
import type { PaymentMethodId } from '../methods/method.ts'
import type { Needs } from '../needs.ts'

/** One way a payment can be paid. */
export interface Offer {
  method: PaymentMethodId
  connection: StandingConnection
  window: Window
  matches: 'reference' | 'amount'
  /** The merchant's own static code; null where the provider makes one, and where a number is paid. */
  qris: string | null
}

/** The offer of the method itself first, then the one that a converted code brings along. */
export function offersOf(
  app: Needs<'connectors'>,
  standing: Standing,
  method: PaymentMethodId,
  conversion: Conversion | null,
): Offer[] {
  const own = offer(app, method, connectionOf(standing, method)!)
  if (conversion === null) return [own]
  if (conversion.connection.id === own.connection.id) return [{ ...own, qris: conversion.code }]
  return [own, { ...offer(app, conversion.method, conversion.connection), qris: conversion.code }]
}

function offer({ connectors }: Needs<'connectors'>, method: PaymentMethodId, connection: StandingConnection): Offer {
  const { window, matches } = connectors[connection.connector]!
  return { method, connection, matches, window: { ...window, ...connection.window }, qris: connection.qris }
}
