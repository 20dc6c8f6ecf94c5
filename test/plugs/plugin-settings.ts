import type { Warung } from '../kit/scenario/scenario.ts'

/** Creates an endpoint for a plugin's webhooks, and returns the options that Vendure and Medusa give to the plugin. */
export async function pluginSettings({ shop, url, key, secret, relay }: Warung, webhookPath: string) {
  const endpoint = await shop.api('/create-endpoint', {
    body: {
      url: relay.url + webhookPath,
      types: ['payment.refunded', 'transfer.in_review', 'transfer.reviewed'],
    },
  })
  return {
    url,
    apiKey: key,
    webhookSecret: [secret, endpoint.body.secret],
    publicUrl: relay.url,
    paymentMethod: 'wallet_direct',
  }
}
