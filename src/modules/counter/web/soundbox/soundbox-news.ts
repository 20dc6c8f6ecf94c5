/*
 * The events and texts of a soundbox's page. Its script is checked against these types, so this file imports nothing
 * that exists only on a server.
 */

/** The data of each event of its stream. */
export interface SoundboxNews {
  paid: { payments: PaidNews[] }
  /** An event of its own: pages that were opened before there was one do not listen to it. */
  orders: { orders: OrderNews[] }
  phone: { text: string | null }
}

export interface PaidNews {
  id: string
  /** When it was recorded, in epoch milliseconds. */
  at: number
  /** Whether it arrived before the page was listening. */
  isMissed: boolean
  amount: string
  time: string
  /** The names of the clips that announce it, in order. */
  clips: string[]
}

export interface OrderNews extends PaidNews {
  kind: 'order' | 'paid_order'
  /** The news in words. */
  text: string
}

/** The texts that the page's script changes. */
export interface SoundboxWords {
  off: string
  on: string
  cut: string
  awake: string
  notAwake: string
  missed: string
}
