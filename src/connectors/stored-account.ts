/** The facts that a stored connection shows about the account behind it. */
export interface StoredAccount {
  receivingAccount: string
  /** Empty where no codes are made under one. */
  merchantId: string
  /** Empty where the connector alone says so. */
  method: string
}
