import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDemoPayment } from '../../../src/demo/create-demo-payment.ts'
import { enterDemo } from '../../../src/demo/enter-demo.ts'
import { createUser } from '../../../src/people/create-user.ts'
import { createVisitor } from '../browse.ts'
import { password } from '../dashboard/members.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop

describe('the home page of a demo', () => {
  beforeAll(async () => {
    shop = await createWebShop(
      {},
      {
        chatUrl: '/telegram/',
        enter: visitor => enterDemo(shop.app, visitor),
        createPayment: () => createDemoPayment(shop.app),
      },
    )
    const member = { accountId: shop.demo.accountId, role: 'owner' as const }
    await createUser(shop.app, { username: 'merchant', password, member })
  })
  afterAll(() => shop.close())

  test('the home page of a demo has three entrances, documents and an introduction, in both languages', async () => {
    const visitor = createVisitor(shop)
    const { text, status } = await visitor.get('/')
    expect(status).toBe(200)
    for (const said of ['Belanja sebagai pelanggan', 'href="/telegram/"', 'value="merchant"', 'value="payment"'])
      expect(text).toContain(said)
    expect(text).toContain('href="/docs"')
    expect((await visitor.get('/?lang=en')).text).toContain('Shop as a customer')
  })

  test('the home page of a demo lets a visitor work as the merchant and see a payment', async () => {
    const visitor = createVisitor(shop)
    expect(await visitor.post('/', { act: 'merchant' })).toMatchObject({ status: 303, location: '/dashboard' })
    expect((await visitor.get('/dashboard')).text).toContain('Warung Kopi')
    expect((await visitor.get('/')).text).toContain('Ke dasbor')
    const { location } = await createVisitor(shop).post('/', { act: 'payment' })
    expect(location).toMatch(/^\/pay\?invoice=INV-/)
    expect((await visitor.get(location!)).status).toBe(200)
  })

  test('the home page of a demo refuses a form from another site, and a merchant with a second step', async () => {
    const visitor = createVisitor(shop)
    for (const act of ['merchant', 'payment'])
      expect((await visitor.post('/', { act }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    await shop.app.sql.write(`update app_user set second_step = 'bot' where username = 'merchant'`)
    const refused = await visitor.post('/', { act: 'merchant' })
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('Penjual demo sekarang memakai verifikasi dua langkah')
    expect(visitor.cookies.size).toBe(0)
  })
})

describe('the home page in production', () => {
  beforeAll(async () => {
    shop = await createWebShop()
  })
  afterAll(() => shop.close())

  test('the home page in production is plain, without the demo', async () => {
    const visitor = createVisitor(shop)
    const { text } = await visitor.get('/')
    expect(text).toContain('Jualan di chat, di meja')
    expect(text).not.toContain('Coba sekarang')
    expect(text).not.toContain('<button')
    expect(text).toContain('Harga langganan ditentukan pengelola server ini.')
    expect(text).toContain(`Dijalankan oleh pengelola ${new URL(shop.app.config.baseUrl).host}.`)
    for (const act of ['merchant', 'payment']) expect((await visitor.post('/', { act })).status).toBe(404)
  })
})

test("the home page shows the operator's own text about prices and owner, escaped", async () => {
  const settings = {
    OPERATOR_ABOUT: 'CV Kopi <b>Jaya</b>, Bandung. WA 0812-3456-7890',
    OPERATOR_PRICE: 'Rp 50.000 sebulan.',
  }
  const own = await createWebShop({}, {}, { settings })
  const { text } = await createVisitor(own).get('/')
  expect(text).toContain('CV Kopi &lt;b&gt;Jaya&lt;/b&gt;, Bandung. WA 0812-3456-7890')
  expect(text).toContain('Rp 50.000 sebulan.')
  expect(text).not.toContain('ditentukan pengelola server')
  await own.close()
})

test('if shops are verified without a subscription, home page and sign-up mention no plan or free days', async () => {
  const verifying = await createWebShop({}, {}, { settings: { EDITION: 'verification' } })
  try {
    const words = async (path: string) => (await createVisitor(verifying).get(path)).text
    expect(await words('/?lang=id')).toContain('Tanpa langganan: pengelola server ini memverifikasi tiap toko.')
    expect(await words('/?lang=id')).not.toMatch(/Gratis 30 hari|Harga langganan/)
    expect(await words('/sign-up?lang=id')).toContain('Kamu mulai di mode uji')
    expect(await words('/sign-up?lang=id')).not.toContain('Gratis 30 hari')
  } finally {
    await verifying.close()
  }
})
