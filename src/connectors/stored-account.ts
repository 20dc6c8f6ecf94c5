/** The facts that a stored connection shows about the account behind it. */
export interface StoredAccount {
  receivingAccount: string
  /** Empty if the account makes no codes. */
  merchantId: string
  /** Empty if the connector alone determines it. */
  method: string
}
