/** The facts that distinguish two notifications of a phone, or identify them as the same. */
export interface SeenNotification {
  packageName: string
  /** The device that forwarded it, by its own name; null if unknown. Two devices report independently. */
  device: string | null
  /**
   * Whether the phone gave it an id or a time. Without either, two payments of one amount look the same, and so does a
   * repeated request.
   */
  isIdentified: boolean
  /** The request's signed time and its nonce, as sent; null if it has none. A request that repeats one is a retry. */
  signedTime: string | null
  nonce: string | null
  /** A hash of Android's key of the notification and its text; null if either is missing. */
  keyAndWords: string | null
  /** The packages that notify about the same transfers as this one. */
  pairedPackages: readonly string[]
}
