import { expect, test } from 'vitest'
import {
  checkAddress,
  checkDescription,
  checkType,
  checkTypes,
  refuseTooManyWebhooks,
} from '../../../src/modules/webhooks/check-webhook.ts'
import { type EndpointFormat, endpointFormats } from '../../../src/modules/webhooks/webhook-formats.ts'
import { createTestConfig } from '../../kit/config.ts'
import { findRefusalReason } from '../../kit/find-refusal-reason.ts'
import { exampleOutward as outward } from '../../kit/outward.ts'

const app = { config: createTestConfig({}), outward } as Parameters<typeof checkAddress>[0] & {
  outward: typeof outward
}
const reasonOf = (check: () => unknown) => findRefusalReason(Promise.resolve().then(check))
const discord = 'https://discord.com/api/webhooks/1234/abc_DEF-1'
const slack = 'https://hooks.slack.com/services/T0/B0/x_y-z'
const ntfy = 'https://ntfy.sh/warung'
const own = 'https://toko.example/hook'

test.each<[url: string, format: EndpointFormat, shown: string]>([
  [own, 'json', own],
  [`  ${own}  `, 'json', own],
  ['https://toko.example/hook?a=1', 'json', 'https://toko.example/hook?a=1'],
  ['https://toko.example', 'json', 'https://toko.example/'],
  [discord, 'discord', 'https://discord.com/…'],
  ['https://canary.discord.com/api/webhooks/1/a', 'discord', 'https://canary.discord.com/…'],
  ['https://ptb.discordapp.com/api/v10/webhooks/1/a', 'discord', 'https://ptb.discordapp.com/…'],
  ['https://discord.com/invite/x', 'json', 'https://discord.com/invite/x'],
  ['https://notdiscord.com/api/webhooks/1/a', 'json', 'https://notdiscord.com/api/webhooks/1/a'],
  ['https://discord.com.example/api/webhooks/1/a', 'json', 'https://discord.com.example/api/webhooks/1/a'],
  [slack, 'slack', 'https://hooks.slack.com/…'],
  ['https://hooks.slack.com/workflows/T0/A0', 'slack', 'https://hooks.slack.com/…'],
  ['https://hooks.slack.com/triggers/T0/1/a', 'slack', 'https://hooks.slack.com/…'],
  [ntfy, 'ntfy', 'https://ntfy.sh/…'],
  [`https://ntfy.sh/${'t'.repeat(64)}`, 'ntfy', 'https://ntfy.sh/…'],
])('the address %s is one of %s, shown as %s', (url, format, shown) => {
  expect(checkAddress(app, { url })).toEqual({ address: url.trim(), format, shown })
  expect(checkAddress(app, { url, format })).toEqual({ address: url.trim(), format, shown })
})

test("a person's own server of ntfy is chosen by its format", () => {
  const url = 'https://ntfy.toko.example/orders'
  expect(checkAddress(app, { url, format: 'ntfy' })).toEqual({
    address: url,
    format: 'ntfy',
    shown: 'https://ntfy.toko.example/…',
  })
  expect(checkAddress(app, { url })).toMatchObject({ format: 'json' })
})

test.each<[url: string, format?: EndpointFormat]>([
  ['http://discord.com/api/webhooks/1234/abc'],
  ['https://discord.com/api/webhooks/x/abc'],
  ['https://discord.com/api/webhooks/1234/abc/more'],
  ['https://discord.com/api/v/webhooks/1234/abc'],
  ['https://discord.com/api/users'],
  ['http://hooks.slack.com/services/T0/B0/x'],
  ['https://hooks.slack.com/services/T0'],
  ['https://hooks.slack.com/other/T0/B0'],
  ['https://ntfy.sh/'],
  ['https://ntfy.sh/a/b'],
  [`https://ntfy.sh/${'t'.repeat(65)}`],
  [discord, 'json'],
  [slack, 'json'],
  [ntfy, 'json'],
  [own, 'discord'],
  [own, 'slack'],
  [`${own}/more`, 'ntfy'],
  [discord, 'slack'],
  [slack, 'discord'],
])('the address %s does not fit its format %s', async (url, format) => {
  const refused = await reasonOf(() => checkAddress(app, { url, format }))
  expect(refused).toEqual([{ path: 'url', code: 'malformed' }])
})

test('a refused address says whether the format or the address is wrong', () => {
  expect(() => checkAddress(app, { url: discord, format: 'json' })).toThrow('is one of discord: leave the format out')
  expect(() => checkAddress(app, { url: own, format: 'slack' })).toThrow('is not an address of slack')
})

test('a chat of Telegram cannot be named by an address, and an address has at most 2048 characters', async () => {
  const telegram = await reasonOf(() => checkAddress(app, { url: own, format: 'telegram' }))
  expect(telegram).toEqual([{ path: 'format', code: 'not_allowed' }])
  const long = (length: number) => `${own}/${'x'.repeat(length - own.length - 1)}`
  expect(checkAddress(app, { url: long(2048) }).address).toHaveLength(2048)
  const tooLong = [{ path: 'url', code: 'too_long', max: 2048 }]
  expect(await reasonOf(() => checkAddress(app, { url: long(2049) }))).toEqual(tooLong)
  // An address with a password would be shown with it.
  for (const url of ['https://user:s3cret@toko.example/hook', 'https://user@toko.example/hook', '/hook']) {
    expect(await reasonOf(() => checkAddress(app, { url }))).toMatchObject([{ path: 'url' }])
  }
  expect(() => checkAddress(app, { url: 'http://10.0.0.1/hook' })).toThrow(
    expect.objectContaining({ code: 'address_refused' }),
  )
})

test('types are known and named once, and a stored one is kept', async () => {
  const check = (types: string[] | null, stored?: string[] | null) => () => checkTypes(app, types, stored)
  expect(check(null)()).toBeNull()
  expect(check(['payment.paid', 'order.paid'])()).toEqual(['payment.paid', 'order.paid'])
  expect(await reasonOf(check([]))).toEqual([{ path: 'types', code: 'missing' }])
  expect(await reasonOf(check(['payment.paid', 'payment.paid']))).toEqual([{ path: 'types', code: 'repeated' }])
  const unknown = [{ path: 'types', code: 'not_one_of', values: [...outward.types] }]
  expect(await reasonOf(check(['payment.gone']))).toEqual(unknown)
  expect(await reasonOf(check(['payment.gone'], null))).toEqual(unknown)
  expect(await reasonOf(check(['payment.gone'], ['payment.paid']))).toEqual(unknown)
  expect(check(['payment.gone'], ['payment.gone'])()).toEqual(['payment.gone'])
  expect(() => checkTypes(app, ['x'.repeat(61)])).toThrow(`has the unknown type ${'x'.repeat(60)}`)
  expect(() => checkTypes(app, ['x'.repeat(61)])).not.toThrow('x'.repeat(61))
  expect(checkType(app, 'order.paid')).toBe('order.paid')
  const named = [{ path: 'type', code: 'not_one_of', values: [...outward.types] }]
  expect(await reasonOf(() => checkType(app, 'payment.gone'))).toEqual(named)
})

test('a description has at most two hundred characters, and an account twenty webhooks', async () => {
  expect([null, '', 'd'.repeat(200)].map(checkDescription)).toEqual([null, '', 'd'.repeat(200)])
  expect(await reasonOf(() => checkDescription('d'.repeat(201)))).toEqual([
    { path: 'description', code: 'too_long', max: 200 },
  ])
  expect(await findRefusalReason(Promise.reject(refuseTooManyWebhooks(20)))).toEqual([
    { path: 'url', code: 'too_many', max: 20 },
  ])
  expect(endpointFormats).toEqual(['json', 'telegram', 'discord', 'slack', 'ntfy'])
})
