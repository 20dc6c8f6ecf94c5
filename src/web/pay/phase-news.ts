/*
 * The data of a payment's event stream. Page scripts use these types too, so this file imports nothing that exists only
 * on a server. Times are ISO 8601.
 */

/** The new phase of the payment; polls return the same object. */
export interface PhaseNews {
  phase: string
  status: string
  expires_at: string
  now: string
}

/** The shop's time. It proves to a page that its stream is alive, and corrects its countdown if the clock changes. */
export interface ClockNews {
  now: string
}
