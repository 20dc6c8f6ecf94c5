import { describe, expect } from 'vitest'
import { type Check, detailedOnly, openShops, row, simpleOnly } from './spec.ts'

openShops()

const datetime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const number = expect.any(Number)

describe('GET /api/check-payment', () => {
  row('4.1', 'check-payment needs `invoice`', async ({ api }) => {
    expect(await api('/check-payment')).toMatchObject({ status: 400, body: { fields: [{ path: 'invoice' }] } })
  })

  row('4.1', 'check answer fields', async ({ api, create, pay }) => {
    const { invoice_id } = await create()
    const check = async () => (await api(`/check-payment?invoice=${invoice_id}`)).body
    expect(await check()).toMatchObject({
      success: true,
      invoice_id,
      status: 'pending',
      amount: 20_000,
      final_amount: number,
      paid_at: null,
      expires_at: expect.stringMatching(datetime),
    })
    await pay(invoice_id)
    expect((await check()).paid_at).toMatch(datetime)
  })

  row('4.1', 'Newest adds payment_method, paid_reff_num', async ({ api, create, pay }) => {
    const { invoice_id } = await create({ payment_method: 'wallet_direct' })
    await pay(invoice_id)
    const { body } = await api(`/check-payment?invoice=${invoice_id}`)
    expect(body).toMatchObject({ payment_method: 'wallet_direct', paid_reff_num: expect.stringMatching(/./) })
  })
})

describe('GET /api/list-payments', () => {
  row('1.5', 'Read endpoint: payments', async ({ api, create }) => {
    const { invoice_id } = await create()
    expect((await api('/list-payments?limit=1')).body.data[0].invoice_id).toBe(invoice_id)
  })

  row('4.1', 'list search: invoice, description, name, email, phone', async ({ api, create, edition, dialect }) => {
    const mark = `${edition}${dialect}`
    const payment = await create({
      description: `kopi ${mark} satu`,
      customer_name: `Nama ${mark} dua`,
      customer_email: `${mark}.tiga@example.com`,
      customer_phone: '0812-777-888',
    })
    for (const text of [payment.invoice_id, `${mark} satu`, `${mark} DUA`, `${mark}.tiga@`]) {
      const { body } = await api(`/list-payments?search=${encodeURIComponent(text)}`)
      expect(
        body.data.map((item: { invoice_id: string }) => item.invoice_id),
        text,
      ).toEqual([payment.invoice_id])
    }
    expect((await api('/list-payments?search=0812-777-888')).body.data[0].invoice_id).toBe(payment.invoice_id)
  })

  row('4.1', 'list status filter, four values', async ({ shop, api, create, pay }) => {
    const paid = await create()
    await pay(paid.invoice_id)
    const cancelled = await create()
    await api('/cancel-payment', { body: { invoice: cancelled.invoice_id } })
    await create()
    shop.advance(7200)
    await shop.hurry()
    await shop.work()
    await create()
    for (const status of ['pending', 'paid', 'expired', 'cancelled']) {
      const { body } = await api(`/list-payments?status=${status}`)
      expect(body.data.length, status).toBeGreaterThan(0)
      for (const item of body.data) expect(item.status).toBe(status)
    }
    expect((await api('/list-payments?status=gone')).status).toBe(400)
  })

  row('4.1', 'list payment_method filter incl. all', async ({ api, create }) => {
    await create({ payment_method: 'wallet_direct' })
    await create({ payment_method: 'qris' })
    for (const method of ['qris', 'wallet_direct', 'wallet_qris', 'qris_user', 'qris_platform']) {
      const { status, body } = await api(`/list-payments?payment_method=${method}`)
      expect(status).toBe(200)
      for (const item of body.data) expect(item.payment_method).toBe(method)
    }
    const all = await api('/list-payments?payment_method=all')
    expect(all.body.pagination.total).toBe((await api('/list-payments')).body.pagination.total)
  })
  row('2.2', 'Method id `all as list filter`', async ({ api }) => {
    expect((await api('/list-payments?payment_method=all')).status).toBe(200)
  })

  row('4.1', 'list paid_via filter, paid only', async ({ api, create, pay }) => {
    const { invoice_id } = await create({ payment_method: 'wallet_direct' })
    await pay(invoice_id)
    const { body } = await api('/list-payments?paid_via=wallet_direct')
    expect(body.data[0].invoice_id).toBe(invoice_id)
    for (const item of body.data) expect(item).toMatchObject({ status: 'paid', paid_via: 'wallet_direct' })
  })

  row('4.1', 'list start_date, end_date YYYY-MM-DD', async ({ shop, api, create }) => {
    const { invoice_id } = await create()
    const today = shop.app.calendar.formatDay(shop.app.now())
    const within = await api(`/list-payments?start_date=${today}&end_date=${today}&limit=1`)
    expect(within.body.data[0].invoice_id).toBe(invoice_id)
    expect((await api('/list-payments?end_date=2020-01-01')).body.data).toEqual([])
    expect((await api('/list-payments?start_date=01-01-2020')).status).toBe(400)
  })

  const firstPage: Check = async ({ api, create }) => {
    await create()
    expect((await api('/list-payments')).body).toEqual((await api('/list-payments?page=1')).body)
    expect((await api('/list-payments?page=0')).status).toBe(400)
  }
  row('4.1', 'list page default 1', firstPage)
  row('8', 'page default 1', firstPage)

  const limits: Check = async ({ api, create }) => {
    for (let made = 0; made < 21; made++) await create({ payment_method: 'qris' })
    expect((await api('/list-payments')).body.data).toHaveLength(20)
    expect((await api('/list-payments?limit=100')).status).toBe(200)
    expect((await api('/list-payments?limit=101')).status).toBe(400)
  }
  row('4.1', 'list limit default 20, maximum 100', limits)
  row('8', 'list limit 20/100', limits)

  row('4.1', 'list answer data + pagination{total,page,limit,total_pages}', async ({ api, create }) => {
    await create()
    const { body } = await api('/list-payments?limit=3&page=1')
    expect(body.pagination).toMatchObject({ total: number, page: 1, limit: 3 })
    expect(body.pagination.total_pages).toBe(Math.ceil(body.pagination.total / 3))
    expect(Array.isArray(body.data)).toBe(true)
  })

  const fields: Check = async ({ api, create }) => {
    await create()
    const [item] = (await api('/list-payments?limit=1')).body.data
    expect(Object.keys(item)).toEqual(
      expect.arrayContaining([
        'invoice_id',
        'amount',
        'unique_code',
        'final_amount',
        'status',
        'description',
        'customer_name',
        'payment_url',
        'created_at',
        'paid_at',
        'has_file',
        'file_id',
      ]),
    )
  }
  row('4.1', 'list item: twelve fields', fields)
  row('4.1', 'list item newest: payment_method', async ({ api, create }) => {
    await create({ payment_method: 'wallet_direct' })
    expect((await api('/list-payments?limit=1')).body.data[0].payment_method).toBe('wallet_direct')
  })
})

describe('GET /api/get-account-status', () => {
  const status: Check = async ({ api, dialect }) => {
    const { body } = await api('/get-account-status')
    expect('data' in body).toBe(dialect === 'detailed')
  }
  row('4.2', 'get-account-status, data-wrapped in nested', status)
  row('1.5', 'Read endpoint: account status', status)

  row(
    '2.3',
    'Nested: account {username,email,is_verified,is_active}',
    async ({ api }) => {
      const { account } = (await api('/get-account-status')).body.data
      expect(account).toMatchObject({ username: 'demo', is_verified: true, is_active: true })
      expect(account).toHaveProperty('email')
    },
    detailedOnly,
  )

  row(
    '2.3',
    'Nested: integrations.wallet_direct {connected, masked phone}',
    async ({ api }) => {
      const { wallet_direct } = (await api('/get-account-status')).body.data.integrations
      expect(wallet_direct.connected).toBe(true)
      if (wallet_direct.phone !== null) expect(wallet_direct.phone).toMatch(/^\d{4}\*{4}\d{4}$/)
      expect(wallet_direct).toHaveProperty('phone')
    },
    detailedOnly,
  )

  row(
    '2.3',
    'Nested: integrations.bank_qris_user {configured, mid, has_qris_image}',
    async ({ api }) => {
      const { bank_qris_user } = (await api('/get-account-status')).body.data.integrations
      expect(bank_qris_user).toMatchObject({ configured: true, has_qris_image: true })
      expect(bank_qris_user).toHaveProperty('mid')
    },
    detailedOnly,
  )

  row(
    '2.3',
    'Nested: integrations.wallet_merchant {connected, outlet_*, qris_*}',
    async ({ api }) => {
      const { wallet_merchant } = (await api('/get-account-status')).body.data.integrations
      expect(wallet_merchant).toMatchObject({ connected: true, has_qris_image: true })
      expect(Object.keys(wallet_merchant)).toEqual(
        expect.arrayContaining(['outlet_name', 'outlet_id', 'qris_image_url']),
      )
      const picture = await fetch(wallet_merchant.qris_image_url)
      expect(picture.headers.get('content-type')).toBe('image/png')
    },
    detailedOnly,
  )

  row(
    '2.3',
    'Nested: statistics {total_payments … revenue_wallet_direct}',
    async ({ api, create, pay }) => {
      const { invoice_id, final_amount } = await create({ payment_method: 'wallet_direct' })
      const before = (await api('/get-account-status')).body.data.statistics
      await pay(invoice_id)
      const after = (await api('/get-account-status')).body.data.statistics
      expect(after.paid_payments).toBe(before.paid_payments + 1)
      expect(after.total_revenue).toBe(before.total_revenue + final_amount)
      expect(after.revenue_wallet_direct).toBe(before.revenue_wallet_direct + final_amount)
      expect(after).toMatchObject({
        total_payments: number,
        revenue_qris: number,
        revenue_qris_user: number,
        revenue_wallet_qris: number,
      })
    },
    detailedOnly,
  )

  row(
    '2.3',
    'Flat: account and integrations booleans',
    async ({ api }) => {
      const { body } = await api('/get-account-status')
      expect(Object.keys(body.account).sort()).toEqual(['email', 'is_verified', 'username'])
      expect(body.integrations).toEqual({ wallet_qris: true, bank: true, wallet_direct: true })
    },
    simpleOnly,
  )
})

describe('GET /api/get-statistics', () => {
  row('1.5', 'Read endpoint: statistics', async ({ api }) => expect((await api('/get-statistics')).status).toBe(200))
  row('1.5', 'Read endpoint: methods and availability', async ({ api }) => {
    expect((await api('/get-payment-methods')).status).toBe(200)
  })

  row('4.2', 'get-statistics period all/today/week/month/year default all', async ({ api, dialect }) => {
    const periodOf = async (query: string) => {
      const { body } = await api(`/get-statistics${query}`)
      return dialect === 'detailed' ? body.data.period : body.period
    }
    expect(await periodOf('')).toBe('all')
    for (const period of ['all', 'today', 'week', 'month', 'year']) {
      expect(await periodOf(`?period=${period}`)).toBe(period)
    }
    expect((await api('/get-statistics?period=decade')).status).toBe(400)
  })

  row(
    '2.4',
    'Detailed: period, summary (8 numbers)',
    async ({ api, create }) => {
      await create()
      const { data } = (await api('/get-statistics')).body
      expect(data.period).toBe('all')
      const { summary } = data
      for (const name of [
        'total_payments',
        'pending',
        'paid',
        'expired',
        'cancelled',
        'total_revenue',
        'total_unique_codes',
        'conversion_rate',
      ]) {
        expect(summary[name], name).toEqual(number)
      }
      expect(summary.total_payments).toBe(summary.pending + summary.paid + summary.expired + summary.cancelled)
    },
    detailedOnly,
  )

  row(
    '2.4',
    'Detailed: revenue_by_method {count, revenue}',
    async ({ api }) => {
      const { revenue_by_method } = (await api('/get-statistics')).body.data
      for (const id of ['qris', 'qris_user', 'wallet_qris', 'wallet_direct']) {
        expect(revenue_by_method[id]).toEqual({ count: number, revenue: number })
      }
    },
    detailedOnly,
  )

  row(
    '2.4',
    'Detailed: daily_stats',
    async ({ shop, api, create }) => {
      await create()
      const { daily_stats } = (await api('/get-statistics?period=today')).body.data
      const today = shop.app.calendar.formatDay(shop.app.now())
      expect(daily_stats).toEqual([{ date: today, total: number, paid: number, revenue: number }])
    },
    detailedOnly,
  )

  row(
    '2.4',
    'Detailed: recent_payments',
    async ({ api, create, pay }) => {
      const { invoice_id, amount } = await create({ payment_method: 'wallet_direct' })
      await pay(invoice_id)
      const [newest] = (await api('/get-statistics')).body.data.recent_payments
      expect(newest).toEqual({
        invoice_id,
        amount,
        paid_via: 'wallet_direct',
        paid_at: expect.stringMatching(datetime),
      })
    },
    detailedOnly,
  )

  row(
    '2.4',
    'Flat: period,total_transactions,total_amount,total_paid,breakdown',
    async ({ api, create }) => {
      await create({ payment_method: 'qris' })
      const { body } = await api('/get-statistics')
      expect(body).toMatchObject({
        success: true,
        period: 'all',
        total_transactions: number,
        total_amount: number,
        total_paid: number,
        breakdown: { qris: number },
      })
      expect(body.data).toBeUndefined()
    },
    simpleOnly,
  )
})
