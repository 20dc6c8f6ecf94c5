/** How a phone reaches a connection, and proves that it may (docs/connectors/mutations.md). */
export interface Forwarder {
  dialect: string
  secret: string
  /** The keys of further phones that have paired, the newest last. */
  others: string[]
  token: string | null
  pin: string | null
  /** The names of the apps whose notifications are read. */
  apps: string[]
  /** The Android packages of these apps. */
  packages: string[]
  /** Seconds between two heartbeats; null if it sends none. */
  heartbeatS: number | null
}
