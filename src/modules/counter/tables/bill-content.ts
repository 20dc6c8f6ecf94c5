/** Some units of a product on an open bill, without their price. */
export interface OpenBillLine {
  variant: string
  quantity: number
  choices: string[]
  made: string
  /** The number of units for which the stations already have a ticket. */
  sent?: number | undefined
}

/** The goods of an open bill, and the customer or table. */
export interface BillContent {
  name: string
  tableNumber: number | null
  phone?: string | undefined
  note?: string | undefined
  lines: OpenBillLine[]
  free: number
}

/** An open bill at the version that a device last saw. */
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
