/** The goods and money of an offline sale. Amounts are in whole rupiah. */
export interface OfflineSaleContent {
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
  /** The name that the device showed, because the goods may no longer exist when the sale arrives. */
  name: string
  price: number
  quantity: number
  choices: { key: string; name: string; price: number }[]
}

/** A sale as a device sends it. */
export interface ArrivedSale {
  /** A random key from the device: the same key is one sale, however often it is sent. */
  key: string
  /** The device's consecutive number. */
  number: number
  shift: number
  cashier: number
  /** The time by the device's clock. */
  soldAt: Date
  sold: OfflineSaleContent
}

/** The offline sales of a device in one shift. */
export interface OfflineUse {
  sales: number
  amount: number
}

/** Returns the total of the lines and the typed amount at the device's prices. */
export function computeOfflineGoodsTotal({ lines, free }: Pick<OfflineSaleContent, 'lines' | 'free'>): number {
  return lines.reduce((sum, line) => sum + computeOfflinePrice(line) * line.quantity, free)
}

export function computeOfflinePrice({ price, choices }: Pick<OfflineLine, 'price' | 'choices'>): number {
  return choices.reduce((sum, choice) => sum + choice.price, price)
}
