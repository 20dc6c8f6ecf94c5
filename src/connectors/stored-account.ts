/** The facts that a stored connection reveals about its account. */
export interface StoredAccount {
  receivingAccount: string
  /** The merchant id; empty if the account creates no codes. */
  merchantId: string
  /** The payment method; empty if the connector alone determines it. */
  method: string
}
