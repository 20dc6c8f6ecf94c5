import { expect, test } from 'vitest'
import { type CoreOutwardType, coreOutwardTypes } from '../../../src/events/outward.ts'
import { writeChatMessage } from '../../../src/modules/webhooks/chat-message.ts'
import { checkOutwardRow, exampleTime, writeSentences } from '../../kit/check-outward-row.ts'
import { findRow, exampleOutward as outward } from '../../kit/outward.ts'

const endpoint = {
  id: 'EP-7F3KQ2M9XDVW4T6RB',
  shownAddress: 'https://shop.example/events',
  format: 'json',
  language: 'id',
  description: null,
  types: ['payment.paid'],
  disabledAt: exampleTime('21 14:20:00'),
  disabledReason: 'failing',
  disabledBy: null,
  failingSince: exampleTime('16 14:20:00'),
  createdAt: exampleTime('01 08:00:00'),
  publicKey: 'whpk_7Kx0Ck0d6lX9q1y4n8sUQm3wq0o1m2c5vYt7b9aZ4eE=',
}

test('the webhook endpoint.disabled has an example and sentences', () => {
  checkOutwardRow('endpoint.disabled', { subject: endpoint }, [
    'Endpoint dimatikan: https://shop.example/events',
    'Endpoint switched off: https://shop.example/events',
  ])
  expect(writeSentences('endpoint.disabled', { description: 'Gudang' })[0]).toBe('Endpoint dimatikan: Gudang')
})

test.each(['slack', 'ntfy', 'telegram'] as const)("a stranger's text has no links or formatting in %s", format => {
  const name = 'Budi: ORD-1. *Dibayar* _x_ ~y~ `z` https://evil.example/x @all ” Pesanan dibayar'
  const data = { ...findRow('order.placed').example, customer_name: name }
  const body = JSON.stringify({ type: 'order.placed', mode: 'live', data })
  const message = writeChatMessage(format, { language: 'id', baseUrl: 'https://warung.example', outward }, [body])
  const text = format === 'slack' ? String(JSON.parse(message.body).text) : message.body
  expect(text).not.toContain('://evil')
  expect(text).not.toContain('evil.example')
  expect(text).not.toContain('@all')
  if (format === 'slack') expect(text).not.toMatch(/[*_~`]/)
  // The quotation ends before the shop's own words continue.
  expect(text.match(/”/g)).toHaveLength(1)
})

test('a message about an object links to its page, or to the list of its kind', () => {
  const audience = { language: 'en', baseUrl: 'https://warung.example', outward } as const
  const linkIn = (type: CoreOutwardType) => {
    const body = JSON.stringify({ type, mode: 'live', data: findRow(type).example })
    return /https:\S+/.exec(writeChatMessage('ntfy', audience, [body]).body)?.[0].replace('https://warung.example', '')
  }
  const links = coreOutwardTypes.map(type => [type.split('.')[0]!, linkIn(type)] as const)
  expect(Object.fromEntries(links)).toEqual({
    payment: expect.stringContaining('/pay?invoice=INV-'),
    transfer: '/dashboard/review',
    order: expect.stringMatching(/^\/dashboard\/orders\/ORD-\w+-\w+$/),
    stock: '/dashboard/catalog',
    customer: '/dashboard/customers',
    withdrawal: '/dashboard/balance',
    connection: '/dashboard/connections',
  })
})
