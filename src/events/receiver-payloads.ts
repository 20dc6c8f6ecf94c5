import type { PhoneTrouble } from '../lib/phones/phone-trouble.ts'

/** `callback.exhausted`: a delivery that is no longer retried. */
export interface CallbackExhausted {
  invoiceId: string
  url: string
  error: string | null
}

/**
 * `callback.endpoint_failing`: only failures for a day. `callback.endpoint_disabled`: only failures for five days.
 * `failingSince` is ISO 8601. `isTest`: no live callback has gone there for a month.
 */
export interface FailingEndpoint {
  origin: string
  failingSince: string
  isTest: boolean
}

/** `connection.phone_trouble`: something is wrong with the phone that reports money. */
export interface PhoneTroubled {
  connectionId: number
  label: string
  mode: 'live' | 'test'
  trouble: PhoneTrouble
}
