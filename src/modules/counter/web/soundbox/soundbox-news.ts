/*
 * The events and words of a soundbox's page. Its script is checked against these types, so nothing that only a server
 * has is imported here.
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
  /** When it was noted, in epoch milliseconds. */
  at: number
  /** It came before the page listened. */
  isMissed: boolean
  amount: string
  time: string
  /** The names of the sounds that say it, in their order. */
  clips: string[]
}

export interface OrderNews extends PaidNews {
  kind: 'order' | 'paid_order'
  /** The news in words. */
  text: string
}

/** The words of the page that its script changes. */
export interface SoundboxWords {
  off: string
  on: string
  cut: string
  awake: string
  notAwake: string
  missed: string
}
