import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rollWebhookSecret } from '../../src/keys/roll-webhook-secret.ts'
import { switchWebhookSecret } from '../../src/keys/switch-webhook-secret.ts'
import { findWebhookSecrets, listWebhookSecrets } from '../../src/keys/webhook-secret.ts'
import { deliver, openShop, paidPayment, type Received, type Receiver, startReceiver } from '../callbacks/receiver.ts'
import type { TestShop } from '../kit/app.ts'

let shop: TestShop
let receiver: Receiver
let accountId: number

beforeEach(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
  accountId = shop.demo.accountId
})
afterEach(async () => {
  await shop.close()
  await receiver.close()
})

async function nextCallback(): Promise<Received> {
  await paidPayment(shop, receiver.url)
  await deliver(shop)
  return receiver.received.at(-1)!
}

function specSigner({ headers, body }: Received, secrets: string[]): number {
  const { invoice_id, final_amount } = JSON.parse(body)
  const text = `${invoice_id}|paid|${final_amount}|${headers['x-webhook-timestamp']}`
  return secrets.findIndex(
    secret => createHmac('sha256', secret).update(text).digest('hex') === headers['x-webhook-signature'],
  )
}

function standardSigners({ headers, body }: Received, secrets: string[]): number[] {
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const made = secrets.map(secret => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
  })
  return String(headers['webhook-signature'])
    .split(' ')
    .map(signature => made.indexOf(signature))
}

test('a regenerated secret signs at once, and the old one becomes invalid', async () => {
  await nextCallback()
  const anew = await rollWebhookSecret(shop.app, accountId, { overlaps: false })
  const callback = await nextCallback()
  expect(anew).not.toBe(shop.secret)
  expect(specSigner(callback, [shop.secret, anew])).toBe(1)
  expect(standardSigners(callback, [shop.secret, anew])).toEqual([1])
  expect(await findWebhookSecrets(shop.app, accountId)).toEqual([anew])
})

test('a rotated secret signs beside the old one, whose header stays with the old until the switch', async () => {
  const anew = await rollWebhookSecret(shop.app, accountId, { overlaps: true })
  const during = await nextCallback()
  expect(specSigner(during, [shop.secret, anew])).toBe(0)
  expect(standardSigners(during, [shop.secret, anew])).toEqual([0, 1])
  expect(await switchWebhookSecret(shop.app, accountId)).toBe(true)
  const after = await nextCallback()
  expect(specSigner(after, [shop.secret, anew])).toBe(1)
  expect(standardSigners(after, [shop.secret, anew])).toEqual([1])
  expect(await switchWebhookSecret(shop.app, accountId)).toBe(false)
  expect(await findWebhookSecrets(shop.app, accountId)).toEqual([anew])
})

test('a rotation ends automatically after a day', async () => {
  const anew = await rollWebhookSecret(shop.app, accountId, { overlaps: true })
  const [old, young] = await listWebhookSecrets(shop.app, accountId)
  expect(old!.endsAt!.getTime() - shop.app.now().getTime()).toBeGreaterThan(86_390_000)
  expect(young!.endsAt).toBeNull()
  shop.advance(86_401)
  expect(specSigner(await nextCallback(), [shop.secret, anew])).toBe(1)
})

test('a second rotation waits for the first, and regenerating ends both', async () => {
  await rollWebhookSecret(shop.app, accountId, { overlaps: true })
  await expect(rollWebhookSecret(shop.app, accountId, { overlaps: true })).rejects.toMatchObject({
    code: 'refused_transition',
  })
  expect(await findWebhookSecrets(shop.app, accountId)).toHaveLength(2)
  const anew = await rollWebhookSecret(shop.app, accountId, { overlaps: false })
  expect(await findWebhookSecrets(shop.app, accountId)).toEqual([anew])
})

test('of simultaneous regenerations one wins, and exactly one secret lives', async () => {
  const made = await Promise.all(
    Array.from({ length: 20 }, () => rollWebhookSecret(shop.app, accountId, { overlaps: false })),
  )
  const live = await findWebhookSecrets(shop.app, accountId)
  expect(live).toHaveLength(1)
  expect(made).toContain(live[0])
})

test("another account's secrets stay unchanged", async () => {
  const before = await findWebhookSecrets(shop.app, shop.second.accountId)
  await rollWebhookSecret(shop.app, accountId, { overlaps: false })
  expect(await findWebhookSecrets(shop.app, shop.second.accountId)).toEqual(before)
})
