import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { SignatureError, webhooks } from '../src/index.ts'

interface Vector {
  name: string
  secrets: string[]
  now: number
  headers: Record<string, string>
  body: string
  expected: { id: string; type: string; invoice_id: string; sequence: number | null; is_test: boolean } | string
}

const file = path.join(import.meta.dirname, '../../sdk-vectors.json')
const vectors: Vector[] = JSON.parse(fs.readFileSync(file, 'utf8'))
const secret = vectors[0]!.secrets[0]!

describe('webhooks.verify', () => {
  test.each(vectors)(
    'the verification of a webhook gives the expected result: $name',
    ({ secrets, now, headers, body, expected }) => {
      for (const form of [headers, new Headers(headers)]) {
        for (const raw of [body, Buffer.from(body)]) {
          const verify = () => webhooks.verify<{ invoice_id: string }>(raw, form, secrets, { now })
          if (typeof expected === 'string') {
            expect(verify).toThrow(expect.objectContaining({ name: 'SignatureError', reason: expected }))
          } else {
            const { id, type, data, sequence, isTest } = verify()
            expect({ id, type, invoice_id: data.invoice_id, sequence, is_test: isTest }).toEqual(expected)
          }
        }
      }
    },
  )

  test('verify refuses a parsed body with an explanation', () => {
    expect(() => webhooks.verify({} as string, {}, secret)).toThrow('raw body')
  })

  test('verify refuses a missing secret, and never takes it for an empty key', () => {
    const { body, headers } = webhooks.example(secret)
    for (const missing of [undefined, '', []]) {
      expect(() => webhooks.verify(body, headers, missing as string)).toThrow(SignatureError)
    }
  })

  test('verify accepts a longer tolerance', () => {
    const { body, headers } = webhooks.example(secret, { timestamp: 1000 })
    expect(webhooks.verify(body, headers, secret, { now: 1900, toleranceS: 900 }).timestamp).toBe(1000)
    expect(() => webhooks.verify(body, headers, secret, { now: 1901, toleranceS: 900 })).toThrow('900 s')
  })
})

describe('webhooks.sign and webhooks.example', () => {
  test("sign produces each valid vector's signature, as the shop does", () => {
    const simple = vectors.filter(({ expected, headers }) => {
      return typeof expected !== 'string' && !headers['webhook-signature']?.includes(' ')
    })
    expect(simple.length).toBeGreaterThan(3)
    for (const { body, headers, secrets } of simple.filter(one => one.headers['webhook-id'])) {
      const timestamp = Number(headers['webhook-timestamp'])
      const made = webhooks.sign(body, secrets.at(-1)!, { id: headers['webhook-id']!, timestamp })
      expect(made['webhook-signature']).toBe(headers['webhook-signature'])
    }
  })

  test('example creates a callback and an event that verify accepts now', () => {
    const callback = webhooks.example(secret, { data: { reference: 'ORDER-7' } })
    const paid = webhooks.verify(callback.body, callback.headers, secret)
    expect(paid).toMatchObject({ type: 'payment.paid', sequence: null, data: { reference: 'ORDER-7', amount: 15_000 } })
    const event = webhooks.example(secret, { type: 'order.paid', data: { order_number: 'A-1' } })
    const verified = webhooks.verify(event.body, event.headers, secret)
    expect(verified).toMatchObject({ type: 'order.paid', sequence: 1, data: { order_number: 'A-1' } })
  })
})
