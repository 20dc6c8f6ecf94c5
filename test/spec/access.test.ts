import { describe, expect } from 'vitest'
import { type Check, openShops, row, type Variant } from './spec.ts'

openShops()

const endpoints: [path: string, methods: string[]][] = [
  ['create-payment', ['POST']],
  ['check-payment', ['GET']],
  ['list-payments', ['GET']],
  ['get-payment-methods', ['GET']],
  ['get-account-status', ['GET']],
  ['get-statistics', ['GET']],
  ['qris-convert', ['POST']],
  ['qris-info', ['GET', 'POST']],
  ['msgstore-orders', ['GET']],
  ['msgstore-complete', ['POST']],
]

describe('the endpoints', () => {
  row('4', 'All endpoints need authentication', async ({ api }) => {
    for (const [path, [method]] of endpoints) {
      const asked = { method: method!, key: null, ...(method === 'POST' ? { body: {} } : {}) }
      const { status, body } = await api(`/${path}`, asked)
      expect(status, path).toBe(401)
      expect(body).toMatchObject({ success: false, code: 'unauthorized' })
    }
  })

  const exists =
    (path: string): Check =>
    async ({ api }) => {
      const allowed = endpoints.find(([name]) => name === path)![1]
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const hasBody = method !== 'GET'
        const { status, headers } = await api(`/${path}.php`, { method, ...(hasBody ? { body: {} } : {}) })
        const isAllowed = allowed.includes(method)
        expect(isAllowed ? [200, 400] : [405], `${method} ${path}`).toContain(status)
        const named = headers.get('allow') ?? ''
        expect(isAllowed || allowed.every(name => named.includes(name)), `${method} ${path}: ${named}`).toBe(true)
      }
    }
  row('4', 'POST /api/create-payment.php exists, other methods 405', exists('create-payment'))
  row('4', 'GET /api/check-payment.php exists, other methods 405', exists('check-payment'))
  row('4', 'GET /api/list-payments.php exists, other methods 405', exists('list-payments'))
  row('4', 'GET /api/get-payment-methods.php exists, other methods 405', exists('get-payment-methods'))
  row('4', 'GET /api/get-account-status.php exists, other methods 405', exists('get-account-status'))
  row('4', 'GET /api/get-statistics.php exists, other methods 405', exists('get-statistics'))
  row('4', 'POST /api/qris-convert.php exists, other methods 405', exists('qris-convert'))
  row('4', 'GET, POST /api/qris-info.php exists, other methods 405', exists('qris-info'))
  row('4', 'GET /api/msgstore-orders.php exists, other methods 405', exists('msgstore-orders'))
  row('4', 'POST /api/msgstore-complete.php exists, other methods 405', exists('msgstore-complete'))
})

describe('the key', () => {
  row('5.1', 'Key in header X-API-Key', async ({ shop }) => {
    const answer = await fetch(`${shop.url}/api/list-payments`, { headers: { 'X-API-Key': shop.keys.demo } })
    expect(answer.status).toBe(200)
  })

  row('5.1', 'Key in query apiKey', async ({ shop }) => {
    expect((await fetch(`${shop.url}/api/list-payments?apiKey=${shop.keys.demo}`)).status).toBe(200)
  })

  row('5.2', 'Invalid or missing key 401', async ({ api, shop }) => {
    expect((await api('/list-payments', { key: null })).status).toBe(401)
    expect((await api('/list-payments', { key: 'wrg_live_wrong' })).status).toBe(401)
    expect((await fetch(`${shop.url}/api/list-payments?apiKey=wrong`)).status).toBe(401)
  })

  row('5.3', 'Key belongs to one account', async ({ shop, api, create }) => {
    const { invoice_id } = await create()
    expect((await api(`/check-payment?invoice=${invoice_id}`)).status).toBe(200)
    expect((await api(`/check-payment?invoice=${invoice_id}`, { key: shop.keys.second })).status).toBe(404)
    expect((await api(`/check-payment?invoice=${invoice_id}`, { key: shop.keys.live })).status).toBe(404)
  })
})

describe('the statuses', () => {
  row('7', 'Status 200', async ({ api }) => expect((await api('/list-payments')).status).toBe(200))
  row('7', 'Status 400', async ({ api }) => expect((await api('/list-payments?limit=101')).status).toBe(400))
  row('7', 'Status 401', async ({ api }) => expect((await api('/list-payments', { key: null })).status).toBe(401))
  row('7', 'Status 404', async ({ api }) => {
    expect((await api('/check-payment?invoice=INV-00000000000000000000')).status).toBe(404)
    expect((await api('/no-such-endpoint')).status).toBe(404)
  })
  row('7', 'Status 405', async ({ api }) => {
    expect((await api('/check-payment?invoice=x', { method: 'DELETE' })).status).toBe(405)
  })
  row('7', 'Status 429', async variant => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => wrongKey(variant)))
    const limited = answers.find(({ status }) => status === 429)
    expect(limited?.headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await variant.api('/list-payments')).status).toBe(200)
  })
  row('7', 'Status 500', async ({ shop, api }) => {
    await shop.app.sql.write('alter table payment_delta rename to payment_delta_away')
    const answer = await api('/get-statistics')
    await shop.app.sql.write('alter table payment_delta_away rename to payment_delta')
    expect(answer).toMatchObject({ status: 500, body: { success: false, code: 'internal' } })
    expect(JSON.stringify(answer.body)).not.toContain('payment_delta')
  })
  row('7', 'Successful bodies carry success true', async ({ api }) => {
    for (const path of [
      'list-payments',
      'get-payment-methods',
      'get-account-status',
      'get-statistics',
      'msgstore-orders',
    ]) {
      expect((await api(`/${path}`)).body.success, path).toBe(true)
    }
  })
})

// Returns a well-formed but unknown key, so that it is looked up.
function wrongKey({ api, shop }: Variant) {
  return api('/list-payments', { key: `${shop.keys.demo.slice(0, -8)}AAAAAAAA` })
}
