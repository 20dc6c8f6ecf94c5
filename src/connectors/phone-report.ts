/** The facts that a phone's app reports about itself in a heartbeat; null for missing ones. */
export interface PhoneReport {
  /** The battery level in percent. */
  battery: number | null
  isCharging: boolean | null
  isListening: boolean | null
  hasAccess: boolean | null
  /** Whether Android exempts the app from battery restrictions. */
  isUnlimited: boolean | null
  /**
   * The number of events that wait on the phone, that the shop refused for good, and that were dropped for lack of
   * space.
   */
  queued: number | null
  setAside: number | null
  dropped: number | null
  version: string | null
  model: string | null
  /** Android's API level. */
  sdk: number | null
  /** Whether a person started the app's self-test. */
  isTest: boolean
}
