/** How a phone reaches a connection and authenticates (docs/connectors/mutations.md). */
export interface Forwarder {
  dialect: string
  secret: string
  /** The keys of additional paired phones, newest last. */
  others: string[]
  token: string | null
  pin: string | null
  /** The names of the apps whose notifications are read. */
  apps: string[]
  /** The Android packages of these apps. */
  packages: string[]
  /** The seconds between two heartbeats; null if it sends none. */
  heartbeatS: number | null
}
