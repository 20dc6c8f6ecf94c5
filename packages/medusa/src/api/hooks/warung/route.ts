import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { SignatureError, webhooks } from 'warung-sdk'
import { openWarung } from '../../../options.ts'
import { handleEvent } from '../../../settle.ts'

/** Receives webhooks of Warung, and answers once they are booked: Warung repeats a webhook until then. */
export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  try {
    const { webhookSecret } = openWarung(request.scope).options
    const rawBody = Buffer.from((request.rawBody ?? '') as Buffer)
    const { type, data, isTest } = webhooks.verify(rawBody, request.headers, webhookSecret)
    if (!isTest) await handleEvent(request.scope, type, data)
    response.sendStatus(200)
  } catch (error) {
    if (!(error instanceof SignatureError))
      request.scope.resolve('logger').error(`A webhook of Warung failed: ${error}`)
    response.sendStatus(error instanceof SignatureError ? 401 : 500)
  }
}
