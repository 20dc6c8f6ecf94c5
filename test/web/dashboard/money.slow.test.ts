import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVisitor, type Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { confirmed, password, signInAs } from './members.ts'

let shop: WebShop
let owner: Visitor
let finance: Visitor
let support: Visitor
let stranger: Visitor

beforeAll(async () => {
  shop = await createWebShop()
  owner = await signInAs(shop)
  finance = await signInAs(shop, { role: 'finance' })
  support = await signInAs(shop, { role: 'support' })
  stranger = await signInAs(shop, { accountId: shop.second.accountId })
})
afterAll(() => shop.close())

// Two digits differ from every other price, so that money with one wrong digit is close to only one payment.
let price = 40_000

/** Sends money for one of the demo's payments with its last digit wrong. Returns the address of its page. */
async function moneyInReview(payer = 'SITI'): Promise<{ invoice: string; path: string; amount: number }> {
  price += 1_300
  const answer = await shop.api('/create-payment', { body: { amount: price, payment_method: 'wallet_direct' } })
  const { invoice_id: invoice, final_amount } = answer.body.data
  const digit = final_amount % 10
  const amount = final_amount - digit + ((digit + 5) % 10)
  await shop.sandbox('/transfers', { connector: 'wallet', amount, payer_name: payer })
  await shop.hurry()
  await shop.work()
  const [row] = await shop.app.sql.query<{ id: number }>(
    `select id from transfer where amount = $1 and state = 'review' order by id desc limit 1`,
    [amount],
  )
  return { invoice, path: `/dashboard/review/${row!.id}`, amount }
}

describe('money in review', () => {
  test('money in review is listed with its reason and the payment it probably belongs to', async () => {
    const { path, invoice } = await moneyInReview('<script>alert(1)</script>')
    const { text } = await owner.get('/dashboard/review')
    expect(text).toContain(path)
    expect(text).toContain('Nominalnya tidak pas')
    expect(text).toContain('Mungkin untuk')
    expect(text).toContain(invoice)
    expect(text).not.toContain('<script>alert')
    expect((await owner.get('/dashboard')).text).toContain('Uang masuk menunggu keputusanmu')
  })

  test('money in review pays its payment once the merchant has confirmed twice', async () => {
    const { path, invoice } = await moneyInReview()
    const asked = await owner.post(path, { act: 'accept', note: 'salah ketik' })
    expect(asked.status).toBe(200)
    expect(asked.text).toContain('Terima uang ini?')
    expect((await shop.api(`/check-payment?invoice=${invoice}`)).body.status).toBe('pending')
    const done = await owner.post(path, { act: 'accept', note: 'salah ketik', confirmed: '1' })
    expect(done).toMatchObject({ status: 303, location: '/dashboard/review?done=decided' })
    expect((await shop.api(`/check-payment?invoice=${invoice}`)).body.status).toBe('paid')
    const decided = await owner.get('/dashboard/review?decided=1')
    expect(decided.text).toContain(path)
    expect((await owner.get(path)).text).toContain('salah ketik')
    const again = await owner.post(path, { act: 'refund', confirmed: '1' })
    expect(again.status).toBe(400)
    expect(again.text).toContain('Statusnya sudah berubah')
  })

  test('money for a replaced invoice mentions the newer invoice in the question', async () => {
    const { path, invoice } = await moneyInReview()
    const { app } = shop
    await app.sql.write(`update payment set reference = 'NOTA-1' where invoice_id = $1`, [invoice])
    const body = { amount: 47_000, payment_method: 'wallet_direct', reference: 'NOTA-2' }
    const { invoice_id: other } = (await shop.api('/create-payment', { body })).body.data
    await app.sql.write(`update payment set reference = 'NOTA-1' where invoice_id = $1`, [other])
    const asked = await owner.post(path, { act: 'accept' })
    expect(asked.text).toContain(`${invoice} sudah diganti ${other}`)
    expect(asked.text).toMatch(new RegExp(`name="replaced_by"[^>]*>\\s*${other}`))
    const blind = await owner.post(path, { act: 'accept', confirmed: '1' })
    expect([blind.status, blind.text.includes('sudah diganti')]).toEqual([400, true])
    const done = await owner.post(path, { act: 'accept', confirmed: '1', replaced_by: other })
    expect(done.status).toBe(303)
    expect((await shop.api(`/check-payment?invoice=${invoice}`)).body.status).toBe('paid')
  })

  test('money can be assigned only to another payment of the same account', async () => {
    const { path } = await moneyInReview()
    const other = await moneyInReview()
    const foreign = await shop.api('/create-payment', {
      key: shop.keys.second,
      body: { amount: 40_000, payment_method: 'wallet_direct' },
    })
    const refused = await confirmed(owner, path, { act: 'assign', invoice: foreign.body.data.invoice_id })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Periksa lagi: Nomor invoice')
    const broken = await owner.post(path, { act: 'assign', invoice: 'INV-1' })
    expect(broken.status).toBe(400)
    const done = await confirmed(owner, path, { act: 'assign', invoice: other.invoice.toLowerCase() })
    expect(done.status).toBe(303)
    expect((await shop.api(`/check-payment?invoice=${other.invoice}`)).body.status).toBe('paid')
  })

  test('money in review lists open payments of a similar amount, each assigned with one press', async () => {
    const { path, invoice, amount } = await moneyInReview()
    const body = { amount: amount + 700, payment_method: 'wallet_direct', customer_name: 'Rina <i>' }
    const { invoice_id: near } = (await shop.api('/create-payment', { body })).body.data
    const far = { amount: amount * 2, payment_method: 'wallet_direct' }
    const { invoice_id: distant } = (await shop.api('/create-payment', { body: far })).body.data
    const { text } = await owner.get(path)
    const offered = [...text.matchAll(/name="invoice" value="(INV-[0-9A-Z]{20})">/g)].map(([, one]) => one)
    expect(offered).toContain(near)
    expect(offered).not.toContain(invoice)
    expect(offered).not.toContain(distant)
    expect(text).toContain('Rina &lt;i&gt;')
    expect((await support.get(path)).text).not.toContain(`name="invoice" value="${near}"`)
    const done = await confirmed(owner, path, { act: 'assign', invoice: near })
    expect(done.status).toBe(303)
    expect((await shop.api(`/check-payment?invoice=${near}`)).body.status).toBe('paid')
  })

  test('only members with permission and a recently entered password can decide on money in review', async () => {
    const { path, invoice } = await moneyInReview()
    expect((await support.get(path)).text).not.toContain('value="accept"')
    expect((await confirmed(support, path, { act: 'accept' })).status).toBe(403)
    expect((await stranger.get(path)).status).toBe(404)
    expect((await confirmed(stranger, path, { act: 'ignore', confirmed: '1' })).status).toBe(404)
    shop.advance(660)
    const asked = await finance.post(path, { act: 'ignore', confirmed: '1' })
    expect(asked.text).toContain('Masukkan kata sandi sekali lagi')
    const done = await finance.post(path, { act: 'ignore', confirmed: '1', password_again: password })
    expect(done.status).toBe(303)
    expect((await shop.api(`/check-payment?invoice=${invoice}`)).body.status).toBe('pending')
  })
})

describe('the balance', () => {
  const path = '/dashboard/balance'
  let rich: Visitor

  beforeAll(async () => {
    rich = await signInAs(shop)
    await rich.post('/dashboard/place', { act: 'mode', mode: 'live' })
    const { accountId } = shop.demo
    await shop.app.sql.write(
      `insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount, status,
        created_at,
         expires_at, paid_at, paid_amount, paid_via, paid_reff_num, ended_at)
       values ('INV-QR2AAAAAAAAAAAAAAAAA', $1, 'live', 'qris', 90000, 0, 90000, 'paid', now(),
         now() + interval '1 hour', now(),
         90000, 'qris', 'R', now())`,
      [accountId],
    )
    await shop.app.sql.write(
      `insert into movement (account_id, mode, kind, invoice_id, amount, net, created_at)
       values ($1, 'live', 'sale', 'INV-QR2AAAAAAAAAAAAAAAAA', 90000, 90000, now())`,
      [accountId],
    )
  })

  const once = '7e0f5a35-6ef2-4d9c-8a8e-0f2b3a1c5d7e'
  const asked = { act: 'withdraw', amount: '50.000', bank: 'BCA', number: '1234 5678 90', holder: 'Siti Aminah', once }

  test('the balance page shows the books, and a withdrawal form sent several times withdraws once', async () => {
    const shown = await rich.get(path)
    expect(shown.text).toContain('Rp\u00a090.000')
    expect(shown.text).toContain('INV-QR2AAAAAAAAAAAAAAAAA')
    const question = await rich.post(path, asked)
    expect(question.text).toContain('Rp\u00a050.000 dipotong dari saldo dan dikirim ke BCA 1234567890, Siti Aminah.')
    const answers = await Promise.all([1, 2, 3].map(() => rich.post(path, { ...asked, confirmed: '1' })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    const { text } = await rich.get(path)
    expect(text).toContain('Rp\u00a040.000')
    expect(text.match(/WD-[0-9A-Z]{17}<\/small>/g)).toHaveLength(2)
    const [{ count }] = (await shop.app.sql.query<{ count: number }>('select count(*) from withdrawal')) as [
      { count: number },
    ]
    expect(Number(count)).toBe(1)
  })

  test('the balance page shows mistakes beside their field, and never pays out more than the balance', async () => {
    const much = await confirmed(rich, path, { ...asked, amount: '900000', once: crypto.randomUUID() })
    expect(much.status).toBe(400)
    expect(much.text).toContain('Saldo tidak cukup')
    const odd = await rich.post(path, { ...asked, amount: 'banyak', once: crypto.randomUUID() })
    expect(odd.status).toBe(400)
    expect(odd.text).toContain('Periksa lagi: Nominal')
    expect(odd.text).toContain('value="Siti Aminah"')
  })

  test('a refused withdrawal asks no further question, and a new bank account waits a day', async () => {
    const again = () => ({ ...asked, amount: '10000', once: crypto.randomUUID() })
    for (const wrong of [{ amount: '9.999' }, { amount: '900000' }, { number: '12AB5' }, { holder: '' }]) {
      const { status, text } = await rich.post(path, { ...again(), ...wrong })
      expect([status, text.includes('name="confirmed"')], JSON.stringify(wrong)).toEqual([400, false])
    }
    expect((await rich.post(path, again())).text).not.toContain('setelah 24 jam')
    expect((await rich.post(path, { ...again(), number: '99999000' })).text).toContain('baru dikirim setelah 24 jam')
  })

  test('only signed-in members can download the balance, with one row a day', async () => {
    // The sale has the database's time, which an earlier test left behind.
    const day = shop.app.calendar.formatDay(new Date())
    const csv = await rich.get(`/dashboard/reconciliation.csv?day=${day}`)
    expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="reconciliation-${day}.csv"`)
    expect(csv.text).toContain(',sale,INV-QR2AAAAAAAAAAAAAAAAA,')
    expect(csv.text.trimEnd().split('\r\n').at(-1)).toMatch(/^total,/)
    expect((await rich.get('/dashboard/reconciliation.csv?day=2026-02-30')).status).toBe(400)
    expect((await createVisitor(shop).get(`/dashboard/reconciliation.csv?day=${day}`)).status).toBe(303)
  })

  test('a refund recorded by the merchant asks for confirmation, then reduces the balance', async () => {
    const payment = '/dashboard/payments/INV-QR2AAAAAAAAAAAAAAAAA'
    const question = await rich.post(payment, { act: 'refund' })
    expect(question.text).toContain('Kirim dulu Rp\u00a090.000 dari rekening atau e-wallet-mu')
    expect((await rich.post(payment, { act: 'refund', confirmed: '1' })).status).toBe(303)
    const { text } = await rich.get(payment)
    expect(text).toContain('<dt>Dikembalikan</dt>')
    expect(text).not.toContain('Kembalikan uang')
    expect((await rich.get(path)).text).toContain('Pengembalian')
  })

  test('the balance cannot be withdrawn in test mode, nor by a support member', async () => {
    expect((await owner.get(path)).text).toContain('Pindah ke Live untuk menarik saldo.')
    expect((await confirmed(owner, path, { ...asked, confirmed: '1' })).status).not.toBe(303)
    expect((await support.post(path, asked)).status).toBe(403)
  })
})

describe('a payment with another merchant’s code', () => {
  const path = (invoice: string) => `/dashboard/payments/${invoice}`
  const note = 'mutasi 4711'

  /** Creates a foreign payment as the edition with verification does for an account that may have such codes. */
  async function foreign(): Promise<string> {
    const body = { amount: 25_000, payment_method: 'wallet_direct' }
    const { invoice_id } = (await shop.api('/create-payment', { body })).body.data
    await shop.app.sql.write('delete from hold where invoice_id = $1', [invoice_id])
    await shop.app.sql.write(`update payment set is_foreign = true, converted_qris = 'x' where invoice_id = $1`, [
      invoice_id,
    ])
    return invoice_id
  }

  test("a payment with another merchant's code says that its money is not visible, and needs a note", async () => {
    const invoice = await foreign()
    const seen = await owner.get(path(invoice))
    expect(seen.text).toContain('uangnya tidak terlihat oleh siapa pun di sini')
    expect((await support.get(path(invoice))).text).not.toContain('value="confirm_by_hand"')
    expect((await confirmed(support, path(invoice), { act: 'confirm_by_hand', note })).status).toBe(403)
    expect((await stranger.get(path(invoice))).status).toBe(404)
    const blank = await owner.post(path(invoice), { act: 'confirm_by_hand', note: '' })
    expect(blank.status).toBe(400)
    const asked = await finance.post(path(invoice), { act: 'confirm_by_hand', note })
    expect(asked.text).toContain('Uangnya sudah kamu lihat sendiri?')
    expect((await shop.api(`/check-payment?invoice=${invoice}`)).body.status).toBe('pending')
    const done = await confirmed(finance, path(invoice), { act: 'confirm_by_hand', note })
    expect(done.status).toBe(303)
    expect((await shop.api(`/check-payment?invoice=${invoice}`)).body).toMatchObject({
      status: 'paid',
      paid_reff_num: null,
      foreign_code: true,
    })
  })

  test("only a payment with another merchant's code has a button to confirm it by hand", async () => {
    const body = { amount: 26_000, payment_method: 'wallet_direct' }
    const { invoice_id } = (await shop.api('/create-payment', { body })).body.data
    expect((await owner.get(path(invoice_id))).text).not.toContain('confirm_by_hand')
    const act = { act: 'confirm_by_hand', note, password_again: password }
    const forced = await confirmed(owner, path(invoice_id), act)
    expect(forced.status).toBe(400)
    expect((await shop.api(`/check-payment?invoice=${invoice_id}`)).body.status).toBe('pending')
  })
})
