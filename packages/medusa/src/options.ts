import type { MedusaContainer } from '@medusajs/framework/types'
import { Warung } from 'warung-sdk'

export interface WarungOptions {
  /** The address of your Warung, such as https://pay.example. */
  url: string
  /** A key with the scopes `payments` and `money`; wrg_test_... needs no real money. */
  apiKey: string
  /** The secret of callbacks, and that of the webhook endpoint if you created one: whsec_... */
  webhookSecret: string | string[]
  /** The address of this Medusa server as Warung reaches it, such as https://shop.example. */
  publicUrl: string
  /** A payment method of Warung, such as `qris_user`; the account's first one if unset. */
  paymentMethod?: string
}

/** The prefix of the reason of refunds that Medusa requested. */
export const medusaRefundPrefix = 'Medusa '

interface Provider {
  resolve?: unknown
  options?: WarungOptions
}

/** Returns the options in medusa-config.ts for the payment provider, and a client. */
export function openWarung(container: MedusaContainer): { options: WarungOptions; warung: Warung } {
  const { modules } = container.resolve('configModule') as { modules?: Record<string, { options?: unknown }> }
  const { providers = [] } = (modules?.payment?.options ?? {}) as { providers?: Provider[] }
  const options = providers.find(({ resolve }) => resolve === 'warung-medusa/providers/warung')?.options
  if (!options) throw new Error('medusa-config.ts has no payment provider warung-medusa/providers/warung')
  return { options, warung: new Warung(options.url, options.apiKey) }
}
