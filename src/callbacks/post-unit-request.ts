import { z } from 'zod'
import { unitLengthMax } from '../catalog/serial-lines.ts'
import { checkStockUrl } from '../catalog/stock-url.ts'
import type { OutboundAnswer } from '../lib/outbound.ts'
import { createDoorCheck } from '../lib/outside-address.ts'
import type { Needs } from '../needs.ts'
import type { DueRequest } from '../orders/unit-request.ts'
import { signStandardHeaders } from './sign-callback.ts'

/**
 * The answer of a seller's server. `none`: it has no units left. `doubt`: it may have handed them out, so it is asked
 * again with the same key.
 */
export type UnitAnswer = { is: 'units'; units: string[] } | { is: 'none' | 'doubt'; error: string }

const timeoutMs = 15_000
// 99 units of 500 characters, each of which JSON may encode as six bytes.
const responseBytesMax = 524_288
/** The statuses of a server that has no units left. */
const noneStatuses = new Set([404, 409, 410])

/** Requests the units of one item, signed like a callback, and returns the meaning of the answer. Never throws. */
export async function postUnitRequest(
  app: Needs<'outbound' | 'config'>,
  request: DueRequest,
  secrets: string[],
): Promise<UnitAnswer> {
  const { url, key, item } = request
  const timestamp = Math.floor(Date.now() / 1000)
  const body = JSON.stringify(unitRequestBody(request, timestamp))
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Warung/1 (stock)',
    'Idempotency-Key': key,
    'X-Webhook-Event': 'stock.requested',
    ...signStandardHeaders(secrets, key, timestamp, body),
  }
  try {
    checkStockUrl(app, url)
    const refusesPeer = createDoorCheck(app.config.ownAddresses)
    const answer = await app.outbound.fetch(url, {
      method: 'POST',
      headers,
      body,
      timeoutMs,
      responseBytesMax,
      refusesPeer,
    })
    return judgeUnitAnswer(answer, item.quantity)
  } catch (error) {
    return { is: 'doubt', error: (error as Error).message.slice(0, 300) }
  }
}

function unitRequestBody({ key, order, item, mode }: DueRequest, timestamp: number) {
  const { product } = item.variant
  return {
    event: 'stock.requested',
    idempotency_key: key,
    order_number: order.orderNumber,
    product: product.key,
    variant: item.variant.key,
    name: item.name(),
    quantity: item.quantity,
    price: item.price,
    is_test: mode === 'test',
    timestamp,
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through
const plainLine = /^[^\u0000-\u001f\u007f]+$/
const Answer = z.object({ units: z.array(z.string().trim().min(1).max(unitLengthMax).regex(plainLine)) })

function judgeUnitAnswer({ status, body }: OutboundAnswer, quantity: number): UnitAnswer {
  if (noneStatuses.has(status)) return { is: 'none', error: `the server answered ${status}: it has none left` }
  if (status !== 200) return { is: 'doubt', error: `the server answered ${status}` }
  const parsed = Answer.safeParse(readJson(body))
  if (!parsed.success) return { is: 'doubt', error: 'the answer was not {"units": ["…"]}' }
  const { units } = parsed.data
  if (units.length !== quantity || new Set(units).size !== quantity) {
    return { is: 'doubt', error: `the answer had ${new Set(units).size} different units for ${quantity}` }
  }
  return { is: 'units', units }
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
