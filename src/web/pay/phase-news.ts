/*
 * The data of a payment's event stream, which the scripts of pages read, too: nothing that only a server has is
 * imported here. Times are ISO 8601.
 */

/** Its phase has changed; the answer to polls is the same. */
export interface PhaseNews {
  phase: string
  status: string
  expires_at: string
  now: string
}

/** The time of the shop, so that a page knows that its stream is alive, and counts on when that time is moved. */
export interface ClockNews {
  now: string
}
