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

/** The shop's time. It shows a page that its stream is alive, and corrects its countdown if the clock moves. */
export interface ClockNews {
  now: string
}
