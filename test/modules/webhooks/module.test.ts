import { expect, test } from 'vitest'
import { webhooks } from '../../../src/modules/webhooks/module.ts'
import type { WebhookEndpoint as Endpoint } from '../../../src/modules/webhooks/webhook.ts'
import { WebhookEndpoint } from '../../../src/modules/webhooks/webhook.ts'
import { webhookSubject } from '../../../src/modules/webhooks/webhook-subject.ts'
import type { App } from '../../../src/needs.ts'

// A module only lists data: no other code fails if a row is missing.

test('webhooks have their endpoints, pages, tables, texts and entry of the menu', () => {
  const { endpoints, pages, leftOutTables, reactions, outward, slots, facts, auditTexts, ...others } = webhooks
  expect(endpoints!.map(({ method, path, scope }) => `${method} ${path} ${scope}`)).toMatchInlineSnapshot(`
    [
      "POST /create-endpoint endpoints",
      "GET /list-endpoints read,endpoints",
      "POST /update-endpoint endpoints",
      "POST /delete-endpoint endpoints",
      "POST /roll-endpoint-secret endpoints",
      "POST /test-endpoint endpoints",
      "GET /list-deliveries read,endpoints",
      "POST /resend-delivery endpoints",
      "POST /erase-delivery endpoints",
      "GET /endpoint-statistics read,endpoints",
    ]
  `)
  expect(others.endpointsAfter).toBe('/test-callback')
  expect(pages!.map(({ path }) => path)).toEqual(['/dashboard/endpoints', '/dashboard/endpoints/one'])
  expect(Object.keys(leftOutTables!)).toEqual([
    'endpoint',
    'endpoint_attempt',
    'endpoint_delivery',
    'endpoint_secret',
    'outward_event',
    'owed_event',
  ])
  expect(Object.keys(reactions!)).toEqual(['endpoint.disabled'])
  expect(Object.keys(outward!.events)).toEqual(['endpoint.disabled'])
  expect(Object.keys(outward!.subjects)).toEqual(['endpoint'])
  expect(slots!.navigation).toMatchObject([
    {
      group: 'news',
      help: 'reference',
      path: '/dashboard/endpoints',
      icon: expect.anything(),
      text: { id: 'Server dan grup', en: 'Servers and groups' },
    },
  ])
  expect(slots!.takeTeamChats).toHaveLength(1)
  expect(facts!.leases).toMatchObject([{ table: 'endpoint_delivery', channel: 'endpoints' }])
  expect(facts!.oldRows!.map(({ table, days }) => [table, days])).toEqual([
    ['endpoint_delivery', 'callbackAttempts'],
    ['endpoint_delivery', 'callbackAttempts'],
    ['outward_event', 'callbackAttempts'],
  ])
  expect([facts!.personalRows!.length, facts!.carriedEndpoints!.length]).toEqual([1, 1])
  expect(Object.keys(auditTexts!.id)).toEqual(Object.keys(auditTexts!.en))
})

test('events are sent each second by at most two hundred requests, and backlogs are limited each minute', () => {
  const sizes: number[] = []
  const createPool = (size: number) => {
    sizes.push(size)
    return { start: async () => {} }
  }
  const sweeps = webhooks.sweeps!({} as App, createPool as never)
  expect(sizes).toEqual([200])
  expect(sweeps).toEqual([
    {
      name: 'deliver-events',
      everyMs: 1_000,
      run: expect.any(Function),
      wakes: ['endpoints'],
      hurries: ['more-events'],
      due: expect.stringContaining('from endpoint'),
    },
    { name: 'spread-events', everyMs: 1_000, run: expect.any(Function), due: 'from owed_event' },
    { name: 'bound-backlogs', everyMs: 60_000, run: expect.any(Function) },
  ])
  expect(webhooks.botWork!({ app: {}, bots: {} } as never)).toMatchObject([
    { name: 'teams', channels: ['endpoints', 'more-events'], failure: 'events for teams could not be claimed' },
  ])
})

test('a webhook is named by its description or its address, and its origin hides a path', () => {
  const webhook = (changes: Partial<Endpoint>) =>
    Object.assign(Object.create(WebhookEndpoint.prototype), changes) as Endpoint
  const shownAddress = 'https://toko.example:8443/hook?key=1'
  expect(webhook({ description: 'Gudang', shownAddress }).name()).toBe('Gudang')
  expect(webhook({ description: null, shownAddress }).name()).toBe(shownAddress)
  expect(webhook({ shownAddress }).origin()).toBe('https://toko.example:8443')
  expect(webhook({ shownAddress: 'Telegram: Tim Kopi' }).origin()).toBe('Telegram: Tim Kopi')
  expect([null, new Date()].map(disabledAt => webhook({ disabledAt }).isEnabled())).toEqual([true, false])
})

test('a webhook is found and counted as the object of its events', () => {
  const { findKey, counting, countChanges, page } = webhookSubject
  expect(findKey({ payload: { endpointId: 'EP-1' } } as never)).toBe('EP-1')
  expect(counting).toEqual({ table: 'endpoint', key: 'id', type: 'text' })
  expect(countChanges({ sequence: 7 } as Endpoint, 'test')).toBe(7)
  expect(page).toEqual({ path: 'endpoints' })
})
