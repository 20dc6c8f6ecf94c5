import { z } from 'zod'
import { sendTestCallback } from '../callbacks/send-test-callback.ts'
import { defineEndpoint } from './endpoint.ts'
import { optionalText } from './fields.ts'

const TestCallbackBody = z.object({
  url: optionalText(2048).meta({ format: 'uri' }).describe('Where to send it; defaults to the address of the account'),
})

/** POST /api/test-callback. */
export const testCallbackEndpoint = defineEndpoint({
  method: 'POST',
  path: '/test-callback',
  tag: 'Events',
  summary: 'Send a callback for a sample payment',
  description:
    'Signed like any other callback and marked with `X-Webhook-Test: 1`; one attempt, which the callback log shows.',
  example: { url: 'https://shop.example/callback' },
  scope: 'payments',
  input: TestCallbackBody,
  answer: 'testCallbackSent',
  async handle(app, owner, { url }, { keyId }) {
    return { invoiceId: await sendTestCallback(app, owner, { url, by: `api key ${keyId}` }) }
  },
})
