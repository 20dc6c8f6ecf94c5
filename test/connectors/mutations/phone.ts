import { createHmac } from 'node:crypto'
import { receivePush } from '../../../src/money/receive-push.ts'
import type { TestShop } from '../../kit/app.ts'

export const secret = 'a-secret-of-16-or-more'

export const now = () => String(Math.floor(Date.now() / 1000))

export const sign = (time: string, body: string, by = secret) =>
  createHmac('sha256', by).update(`${time}.${body}`).digest('hex')

export const nativeHeaders =
  (time = now(), by = secret) =>
  (body: string) => ({
    'x-mutation-timestamp': time,
    'x-mutation-nonce': 'n',
    'x-mutation-signature': `sha256=${sign(time, body, by)}`,
  })

/** A notification of money, as an app words it. */
export const money = (amount: number, more: object = {}) => ({
  event_id: `E-${amount}-${JSON.stringify(more)}`.slice(0, 100),
  package_name: 'com.gojek.gopay',
  title: 'GoPay',
  text: `Kamu menerima Rp${amount.toLocaleString('id')} dari SITI`,
  ...more,
})

/** Sends what a phone's forwarder sends to a connection. */
export function forward(
  shop: TestShop,
  connectionId: number,
  body: object | string,
  headers: (body: string) => Record<string, string> = nativeHeaders(),
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return receivePush(
    shop.app,
    { connector: 'mutations', connectionId },
    {
      method: 'POST',
      path: `/hooks/mutations/${connectionId}`,
      headers: headers(text),
      body: Buffer.from(text),
      receivedAt: new Date(),
    },
  )
}
