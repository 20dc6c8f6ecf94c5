import type { PhoneTrouble } from '../lib/phones/phone-trouble.ts'

/** `callback.exhausted`: a delivery that is not tried again. */
export interface CallbackExhausted {
  invoiceId: string
  url: string
  error: string | null
}

/**
 * `callback.endpoint_failing`: a day of nothing but failures. `callback.endpoint_disabled`: five days. `failingSince`
 * is ISO 8601. `isTest`: no live callback has gone there for a month.
 */
export interface FailingEndpoint {
  origin: string
  failingSince: string
  isTest: boolean
}

/** `endpoint.disabled`: an endpoint receives nothing until its merchant enables it. */
export interface EndpointDisabled {
  mode: 'live' | 'test'
  endpointId: string
  /** The merchant's name for it, or its address without secrets. */
  name: string
  reason: 'failing' | 'gone' | 'behind'
  /** ISO 8601. */
  failingSince: string
}

/** `connection.phone_trouble`: something is wrong with the phone that reports money. */
export interface PhoneTroubled {
  connectionId: number
  label: string
  mode: 'live' | 'test'
  trouble: PhoneTrouble
}
