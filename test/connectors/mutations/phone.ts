import { createHmac } from 'node:crypto'
import { createConnection } from '../../../src/connections/create-connection.ts'
import { createKey } from '../../../src/keys/create-key.ts'
import { receivePush } from '../../../src/money/receive-push.ts'
import { createAccount } from '../../../src/people/create-account.ts'
import type { TestShop } from '../../kit/app.ts'
import { type CreatedPayment, create, type TransferRow } from '../../payments/scenario.ts'

export const secret = 'a-secret-of-16-or-more'

export const now = () => String(Math.floor(Date.now() / 1000))

export const sign = (time: string, body: string, by = secret) =>
  createHmac('sha256', by).update(`${time}.${body}`).digest('hex')

export const nativeHeaders =
  (time = now(), by = secret, nonce = 'n') =>
  (body: string) => ({
    'x-mutation-timestamp': time,
    'x-mutation-nonce': nonce,
    'x-mutation-signature': `sha256=${sign(time, body, by)}`,
  })

/** Returns a notification of money in an app's wording. */
export const money = (amount: number, more: object = {}) => ({
  event_id: `E-${amount}-${JSON.stringify(more)}`.slice(0, 100),
  package_name: 'com.gojek.gopay',
  title: 'GoPay',
  text: `Kamu menerima Rp${amount.toLocaleString('id')} dari SITI`,
  ...more,
})

export interface Phone {
  connectionId: number
  account: string
  accountId: number
  key: string
}

let phones = 0

/** Connects a phone of its own merchant, so that tests do not see each other's money. */
export async function connectPhone(shop: TestShop, credentials: object = {}): Promise<Phone> {
  const account = `08110000${++phones}`
  const { id: accountId } = await createAccount(shop.app, { name: `phone${phones}`, isVerified: true, plan: 'premium' })
  const apps = ['com.gojek.gopay', 'com.gojek.app', 'com.gojek.gopaymerchant', 'id.dana', 'com.bca']
  const connectionId = await createConnection(shop.app, {
    accountId,
    connector: 'mutations',
    mode: 'test',
    label: 'Phone',
    credentials: { method: 'wallet_direct', dialect: 'native', secret, apps, ...credentials, account },
  })
  const key = await createKey(shop.app, { accountId, mode: 'test', label: 'x', isRateLimited: false })
  return { connectionId, account, accountId, key }
}

export const orderFrom = (shop: TestShop, { key }: Phone, amount: number): Promise<CreatedPayment> =>
  create(shop, { payment_method: 'wallet_direct', amount }, key)

/** Returns the transfers of a phone, in the order of arrival. */
export const transfersOf = (shop: TestShop, { connectionId }: Phone) =>
  shop.app.sql.query<TransferRow>(
    'select reference, amount, state, reason, invoice_id from transfer where connection_id = $1 order by id',
    [connectionId],
  )

export interface UnreadShown {
  package_name: string
  is_chosen: boolean
  has_words: boolean
  is_withheld: boolean
  amount: number | null
  reason: string
}

/** Returns the notifications of a phone that were stored for a person to read. */
export const unreadOf = (shop: TestShop, { connectionId }: Phone) =>
  shop.app.sql.query<UnreadShown>(
    `select package_name, is_chosen, sealed_content is not null as has_words, is_withheld, amount, reason
     from unread_notification where connection_id = $1 order by id`,
    [connectionId],
  )

export const dots = (amount: number) => amount.toLocaleString('id')

/** Sends the request of a phone's forwarder to a connection. */
export function forward(
  shop: TestShop,
  connectionId: number,
  body: object | string,
  headers: (body: string) => Record<string, string> = nativeHeaders(),
  { path = '', receivedAt = new Date() } = {},
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return receivePush(
    shop.app,
    { connector: 'mutations', connectionId },
    {
      method: 'POST',
      path: `/hooks/mutations/${connectionId}${path}`,
      headers: headers(text),
      body: Buffer.from(text),
      receivedAt,
    },
  )
}
