/** The goods and money of a sale without a network. Amounts in whole rupiah. */
export interface SoldOffline {
  lines: OfflineLine[]
  /** A typed amount; 0 for none. */
  free: number
  discount: number
  note?: string | undefined
  total: number
  cashGiven: number
}

export interface OfflineLine {
  variant: string
  /** As the device showed them: the goods may be gone when the sale arrives. */
  name: string
  price: number
  quantity: number
  choices: { key: string; name: string; price: number }[]
}

/** A sale as a device sends it. */
export interface ArrivedSale {
  /** Drawn by the device: the same key is one sale, however often it is sent. */
  key: string
  /** Counted by the device. */
  number: number
  shift: number
  cashier: number
  /** By the clock of the device. */
  soldAt: Date
  sold: SoldOffline
}

/** The sales of a device without a network in one shift. */
export interface OfflineUse {
  sales: number
  amount: number
}

/** Sums up what the lines and the typed amount cost at the prices of the device. */
export function offlineGoodsTotal({ lines, free }: Pick<SoldOffline, 'lines' | 'free'>): number {
  return lines.reduce((sum, line) => sum + offlinePrice(line) * line.quantity, free)
}

export function offlinePrice({ price, choices }: Pick<OfflineLine, 'price' | 'choices'>): number {
  return choices.reduce((sum, choice) => sum + choice.price, price)
}
