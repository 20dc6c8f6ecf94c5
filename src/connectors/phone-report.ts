/** The facts that a phone's app reports about itself in a heartbeat; null for missing ones. */
export interface PhoneReport {
  /** Percent. */
  battery: number | null
  isCharging: boolean | null
  isListening: boolean | null
  hasAccess: boolean | null
  /** Whether Android lets the app run without limits on the battery. */
  isUnlimited: boolean | null
  /** Events that wait on the phone, those that the shop refused for good, and those dropped for lack of space. */
  queued: number | null
  setAside: number | null
  dropped: number | null
  version: string | null
  model: string | null
  /** Android's API level. */
  sdk: number | null
  /** Whether a person pressed the app's self-test. */
  isTest: boolean
}
