/** Some units of an open bill, without their price. */
export interface OpenBillLine {
  variant: string
  quantity: number
  choices: string[]
  made: string
  /** How many units the stations have a ticket of. */
  sent?: number | undefined
}
