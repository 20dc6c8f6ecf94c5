import { describe, expect } from 'vitest'
import { type Check, openShops, row, verificationOnly } from './spec.ts'

openShops()

describe('the optional fields of create-payment', () => {
  const optional =
    (name: string, value: string, longest: number): Check =>
    async ({ api, create }) => {
      for (const absent of [undefined, null, '']) expect(await create({ [name]: absent })).toBeTruthy()
      const { invoice_id } = await create({ [name]: value })
      const { body } = await api(`/list-payments?search=${encodeURIComponent(value)}&limit=1`)
      expect(body.data[0].invoice_id).toBe(invoice_id)
      const tooLong = await api('/create-payment', { body: { amount: 20_000, [name]: 'x'.repeat(longest + 1) } })
      expect(tooLong).toMatchObject({ status: 400, body: { fields: [{ path: name }] } })
      const number = await api('/create-payment', { body: { amount: 20_000, [name]: 7 } })
      expect(number.status).toBe(400)
    }
  row('4.1', 'description optional string', optional('description', 'Dua kopi & satu roti', 500))
  row('4.1', 'customer_name optional string', optional('customer_name', 'Sari Dewi', 100))
  row('4.1', 'customer_email optional string', optional('customer_email', 'sari@toko.example', 254))
  row('4.1', 'customer_phone optional string', optional('customer_phone', '0812-9090-7070', 32))

  row('4.1', 'redirect_url optional', async ({ api, create }) => {
    expect((await create()).redirect_url).toBeNull()
    for (const wrong of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'x'.repeat(2049)]) {
      const { status, body } = await api('/create-payment', { body: { amount: 20_000, redirect_url: wrong } })
      expect(status, wrong.slice(0, 20)).toBe(400)
      expect(body.fields[0].path).toBe('redirect_url')
    }
  })
})

describe('`all`, in the variant that knows it', () => {
  row(
    '2.2',
    'Method id `all on create (one variant)`',
    async ({ api, create, pay }) => {
      const payment = await create({ payment_method: 'all' })
      expect(payment.payment_method).toBe('all')
      await pay(payment.invoice_id)
      const [paid] = (await api(`/list-payments?search=${payment.invoice_id}`)).body.data
      expect(paid).toMatchObject({ status: 'paid', payment_method: 'all' })
      expect(['qris', 'qris_user', 'wallet_qris', 'wallet_direct']).toContain(paid.paid_via)
    },
    verificationOnly,
  )

  row(
    '4.1',
    'amount maximum 500000 for all',
    async ({ api }) => {
      const asked = (amount: number) => api('/create-payment', { body: { amount, payment_method: 'all' } })
      expect((await asked(500_000)).status).toBe(200)
      expect((await asked(500_001)).status).toBe(400)
    },
    verificationOnly,
  )
})

describe('where the money goes', () => {
  row(
    '1.8',
    'qris_user/wallet_qris/qris_platform funds go to merchant own account/MID',
    async ({ shop, create, pay }) => {
      for (const payment_method of ['qris_user', 'wallet_qris']) {
        const { invoice_id } = await create({ payment_method })
        await pay(invoice_id)
        const [transfer] = await shop.app.sql.query<{ account_id: number }>(
          'select c.account_id from transfer t join connection c on c.id = t.connection_id where t.invoice_id = $1',
          [invoice_id],
        )
        expect(transfer!.account_id).toBe(shop.demo.accountId)
      }
    },
  )
})
