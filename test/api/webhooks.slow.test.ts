import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openShop, type Receiver, startReceiver } from '../callbacks/receiver.ts'
import type { TestShop } from '../kit/app.ts'
import { deliverAllEvents } from '../kit/endpoints.ts'
import { findRow, outwardTypes } from '../kit/outward.ts'

// The examples of `webhooks` in the published documents.

interface Webhook {
  schema: object
  example: { type: string; data: object }
}

function webhooksOf(file: string): Record<string, Webhook> {
  const text = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', file), 'utf8')
  const { webhooks, components } = JSON.parse(text)
  const read = ([type, { post }]: [string, { post: { requestBody: { content: Record<string, Webhook> } } }]) => {
    const { schema, example } = post.requestBody.content['application/json']!
    const whole = JSON.stringify({ ...schema, $defs: components.schemas })
    return [type, { schema: JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')), example }] as const
  }
  return Object.fromEntries(Object.entries(webhooks as Parameters<typeof read>[0][1][]).map(read as never))
}

describe.each(['openapi.json', 'openapi.simple.json'])('the webhooks of %s', file => {
  const webhooks = webhooksOf(file)

  test('documented webhooks include all types of events', () => {
    expect(Object.keys(webhooks).sort()).toEqual([...outwardTypes].sort())
  })

  test.each(outwardTypes)('the example of the webhook %s is valid only for its own schema', type => {
    const { schema, example } = webhooks[type]!
    const read = z.fromJSONSchema(schema as never)
    expect(read.safeParse(example).error).toBeUndefined()
    expect(example.type).toBe(type)
    expect(example.data).toEqual(findRow(type).example)
    expect(read.safeParse({ ...example, type: 'payment.other' }).success).toBe(false)
    expect(read.safeParse({ ...example, sequence: 0 }).success).toBe(false)
    for (const name of Object.keys(example.data)) {
      const data = { ...example.data, [name]: Symbol('neither text, number, list nor object') }
      expect(read.safeParse({ ...example, data }).success, name).toBe(false)
    }
  })
})

describe('a webhook endpoint that requests examples', () => {
  let shop: TestShop
  let receiver: Receiver

  beforeAll(async () => {
    receiver = await startReceiver()
    shop = await openShop(receiver)
  }, 60_000)
  afterAll(async () => {
    await shop.close()
    await receiver.close()
  })

  test('an endpoint that requests examples receives those of the documents', async () => {
    const { endpoint_id } = (await shop.api('/create-endpoint', { body: { url: receiver.url } })).body
    for (const type of outwardTypes) {
      expect((await shop.api('/test-endpoint', { body: { endpoint_id, type } })).status, type).toBe(200)
    }
    await deliverAllEvents(shop)
    const told = receiver.received.map(({ body }) => JSON.parse(body) as Webhook['example'])
    const webhooks = webhooksOf('openapi.json')
    expect(Object.fromEntries(told.map(({ type, data }) => [type, data]))).toEqual(
      Object.fromEntries(outwardTypes.map(type => [type, webhooks[type]!.example.data])),
    )
  })
})
