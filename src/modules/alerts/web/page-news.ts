/** A change, as the script of an open page reads it. */
export interface PageNews {
  /** Real time, in ms since 1970. */
  at: number
  id: string
  /** Set if it rings. */
  ring: { sound: 'order' | 'payment'; title: string; body: string; path: string } | null
}
