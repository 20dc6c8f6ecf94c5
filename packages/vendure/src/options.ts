export interface WarungOptions {
  /** The address of your Warung, such as https://pay.example. */
  url: string
  /** A key with the scopes `payments` and `money`; wrg_test_... needs no real money. */
  apiKey: string
  /** The secret of callbacks, and that of the webhook endpoint if you created one: whsec_... */
  webhookSecret: string | string[]
  /** The address of this Vendure server as Warung reaches it, such as https://shop.example. */
  publicUrl: string
  /** A payment method of Warung, such as `qris_user`; the account's first one if unset. */
  paymentMethod?: string
}

export const handlerCode = 'warung'
export const webhookRoute = 'payments/warung'
