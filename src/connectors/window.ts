/** How long things last at a provider, how often it may be asked, and how much a code may ask for. */
export interface Window {
  /** The longest life of a code of this provider. Infinity if it makes no codes. */
  chargeLifeS: number
  /** Money this much later than the deadline is still in time. */
  graceS: number
  /** For how long after its life a code is still asked about, so that late money is seen and reviewed. */
  lateS: number
  /** How late a transfer may show up in the provider's list. */
  lagS: number
  /** How far the provider's clock may be from ours, and how coarse its times are. */
  skewS: number
  resolutionS: number
  /** Real seconds between two reads of a list, or two questions about a fresh code. Infinity if it only pushes. */
  intervalS: number
  /** For how many real seconds a code is asked about at that interval before the pauses grow; absent: five minutes. */
  freshS?: number
  /** How many single codes one connection may check per second; absent if its provider does not support it. */
  requestsPerS?: number
  /** Seconds between two heartbeats of a source that pushes; absent if it sends none, or is polled. */
  heartbeatS?: number
  /** The least and the most that a code may ask for, in whole rupiah; absent if only the shop's own limits count. */
  amountMin?: number
  amountMax?: number
}

/** New values by name; undefined is the connector's own again. */
export type WindowChange = { [Name in keyof Window]?: Window[Name] | undefined }
