/** A change, as the script of an open page reads it. */
export interface PageNews {
  /** The real time, in ms since 1970. */
  at: number
  id: string
  /** Its sound and title; set if it makes a sound. */
  ring: { sound: 'order' | 'payment'; title: string; body: string; path: string } | null
}
