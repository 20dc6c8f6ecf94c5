/** The facts that distinguish two notifications of a phone, or identify them as one. */
export interface SeenNotification {
  packageName: string
  /** The device that forwarded it, as it names itself; null if it does not. Two devices are two witnesses. */
  device: string | null
  /**
   * Whether the phone gave it an id or a time. Without either, two payments of one amount look the same, and so does a
   * request that is sent twice.
   */
  isIdentified: boolean
  /** The request's signed time and its nonce, as sent; null if it has none. A request that repeats one is a retry. */
  signedTime: string | null
  nonce: string | null
  /** A hash of Android's key of the notification and its words; null if either is missing. */
  keyAndWords: string | null
  /** The packages that notify of the same transfers as this one does. */
  pairedPackages: readonly string[]
}
