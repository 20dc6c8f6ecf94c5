import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CommandArgs } from '../../../src/commands/command.ts'
import { createListenCommands } from '../../../src/commands/listen-commands.ts'
import { webhookCommands } from '../../../src/modules/webhooks/commands/webhook-commands.ts'
import { openShop, type Receiver, startReceiver } from '../../callbacks/receiver.ts'
import type { TestShop } from '../../kit/app.ts'
import { deliverAllEvents } from '../../kit/endpoints.ts'
import { outwardTypes } from '../../kit/outward.ts'
import { create } from '../../payments/scenario.ts'

let shop: TestShop
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
}, 60_000)

beforeEach(() => void receiver.received.splice(0))

afterAll(async () => {
  await shop.close()
  await receiver.close()
})

type Name = keyof typeof webhookCommands
const run = (name: Name, words: string[] = [], options: CommandArgs['options'] = {}): Promise<string[]> =>
  Promise.resolve(
    webhookCommands[name].run(shop.app, { words, options: { account: 'demo', mode: 'test', ...options } }),
  ) as Promise<string[]>
const types = () => receiver.received.map(({ body }) => JSON.parse(body).type)

describe('endpoint', () => {
  test('commands create, list, test, disable, enable, roll and delete an endpoint', async () => {
    const made = await run('endpoint create', [receiver.url], { types: 'payment.created, order.paid', name: 'Gudang' })
    const [id, secret, key] = made.map(line => line.split('  ')[0]!) as [string, string, string]
    expect(id).toMatch(/^EP-/)
    expect(secret).toMatch(/^whsec_/)
    expect(key).toMatch(/^whpk_/)
    const listed = await run('endpoint list')
    expect(listed).toEqual([`${id}  json  ${receiver.url}  payment.created,order.paid  on`])
    expect(listed.join()).not.toContain(secret)

    await run('endpoint test', [id, 'stock.low'])
    await create(shop)
    await deliverAllEvents(shop)
    expect(types().sort()).toEqual(['payment.created', 'stock.low'])

    await run('endpoint off', [id])
    await create(shop)
    await deliverAllEvents(shop)
    expect(receiver.received).toHaveLength(2)
    expect((await run('endpoint list'))[0]).toContain('merchant')
    await run('endpoint on', [id])

    const [rolled] = await run('endpoint roll', [id], { overlap: '0' })
    expect(rolled).toMatch(/^whsec_/)
    expect(rolled).not.toContain(secret)
    await run('endpoint delete', [id])
    expect(await run('endpoint list')).toEqual(['There is no endpoint yet.'])
  })

  test.each<[string, Name, string[], Record<string, unknown>]>([
    ['no address', 'endpoint create', [], {}],
    ['an internal address', 'endpoint create', ['http://169.254.169.254/'], {}],
    ['an unknown type', 'endpoint create', ['https://shop.example/hook'], { types: 'payment.payed' }],
    ['a type twice', 'endpoint create', ['https://shop.example/hook'], { types: 'stock.low,stock.low' }],
    ['an unknown endpoint', 'endpoint off', ['EP-00000000000000000'], {}],
    ['an unknown type of example', 'endpoint test', ['EP-00000000000000000', 'payment.payed'], {}],
    ['no id', 'endpoint delete', [], {}],
    ['an overlap that is not a number', 'endpoint roll', ['EP-00000000000000000'], { overlap: 'x' }],
  ])('the endpoint command refuses %s, and creates nothing', async (_, name, words, options) => {
    await expect(run(name, words, options)).rejects.toThrow(expect.objectContaining({ name: 'Refusal' }))
    expect(await run('endpoint list')).toEqual(['There is no endpoint yet.'])
  })
})

describe('over the API', () => {
  const listenCommands = createListenCommands(outwardTypes)
  const settings = () => ({ baseUrl: shop.url, apiKey: shop.keys.demo, dataDir: '/nowhere' })

  async function trigger(type: string): Promise<string> {
    const said: string[] = []
    await listenCommands.trigger.runOverApi(settings(), { words: [type], options: {} }, line => said.push(line))
    return said.join('\n')
  }

  test('trigger creates a payment, sends an example of another type, and refuses an unknown type', async () => {
    const body = { url: receiver.url, types: ['payment.created', 'payment.cancelled', 'order.shipped'] }
    const { endpoint_id } = (await shop.api('/create-endpoint', { body })).body
    expect(await trigger('payment.created')).toMatch(/^INV-\w+ was created/)
    expect(await trigger('payment.cancelled')).toMatch(/^INV-\w+ was cancelled/)
    expect(await trigger('order.shipped')).toBe('An example of order.shipped leaves for 1 endpoint.')
    await deliverAllEvents(shop)
    expect(types().sort()).toEqual(['order.shipped', 'payment.cancelled', 'payment.created', 'payment.created'])
    await expect(trigger('stock.low')).rejects.toThrow('No endpoint of test mode wants stock.low')
    await expect(trigger('payment.payed')).rejects.toThrow('is one of')
    await shop.api('/delete-endpoint', { body: { endpoint_id } })
  })

  test('listen --types receives events as endpoints do, signed with the secret of the account', async () => {
    const options = { 'forward-to': receiver.url, types: 'payment.cancelled', count: '1' }
    const said: string[] = []
    // Events become visible after a second: this makes those of the other tests visible.
    await shop.app.sql.write("update event set recorded_at = recorded_at - interval '2 seconds'")
    let isListening = () => {}
    const begun = new Promise<void>(resolve => {
      isListening = resolve
    })
    const listening = listenCommands.listen.runOverApi(settings(), { words: [], options }, line => {
      said.push(line)
      isListening()
    })
    await begun
    const { invoice_id } = await create(shop)
    await shop.api('/cancel-payment', { body: { invoice: invoice_id } })
    await listening
    const [told] = receiver.received
    expect(JSON.parse(told!.body)).toMatchObject({ type: 'payment.cancelled', sequence: 2, data: { invoice_id } })
    expect(told!.headers['webhook-signature']).toMatch(/^v1,/)
    expect(said.at(-1)).toMatch(/^payment\.cancelled [0-9a-f-]{36} 200 \d+ ms$/)
    expect(receiver.received).toHaveLength(1)
  })
})
