/** Some units of an open bill, without their price. */
export interface OpenBillLine {
  variant: string
  quantity: number
  choices: string[]
  made: string
  /** How many units the stations have a ticket of. */
  sent?: number | undefined
}

/** The goods of an open bill, and for whom they are. */
export interface BillContent {
  name: string
  tableNumber: number | null
  phone?: string | undefined
  note?: string | undefined
  lines: OpenBillLine[]
  free: number
}

/** An open bill as a device last saw it. */
export interface BillVersion {
  key: string
  version: number
}

/** Some units that a station prepares. */
export interface KitchenLine {
  quantity: number
  name: string
  /** The names of their options. */
  made: string
}
