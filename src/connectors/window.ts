/** A provider's time limits, permitted request rate, and limits of a code's amount. */
export interface Window {
  /** The longest life of a code of this provider; infinity if it creates no codes. */
  chargeLifeS: number
  /** Money that arrives up to this long after the deadline is still on time. */
  graceS: number
  /** How long an expired code is still checked, so that late money is noticed and reviewed. */
  lateS: number
  /** The maximum delay of a transfer in the provider's list. */
  lagS: number
  /** How far the provider's clock may differ from ours, including the precision of its times. */
  skewS: number
  resolutionS: number
  /** The real seconds between two reads of a list, or two checks of a fresh code; infinity if it only pushes. */
  intervalS: number
  /** How many real seconds a code is checked at that interval before the pauses grow; absent: five minutes. */
  freshS?: number
  /** How many codes one connection may check per second; absent if its provider cannot check single codes. */
  requestsPerS?: number
  /** The seconds between two heartbeats of a source that pushes; absent if it sends none, or is polled. */
  heartbeatS?: number
  /** The minimum amount of a code in whole rupiah, like `amountMax` absent if only the shop's own limits apply. */
  amountMin?: number
  amountMax?: number
}

/** Overrides by name; undefined restores the connector's own value. */
export type WindowChange = { [Name in keyof Window]?: Window[Name] | undefined }
