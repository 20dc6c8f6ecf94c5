import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatRupiah } from '../../../src/lib/money.ts'
import { waitUntilFinished } from '../../../src/lib/started.ts'
import { deliverAlerts } from '../../../src/modules/alerts/deliver-alerts.ts'
import { planDigests } from '../../../src/modules/alerts/plan-digests.ts'
import { makePushKey } from '../../../src/modules/alerts/push-key.ts'
import { deliverMails } from '../../../src/modules/customer-mail/deliver-mails.ts'
import { totalSales } from '../../../src/orders/statistics/total-sales.ts'
import { foldStatistics } from '../../../src/payments/statistics/fold-statistics.ts'
import { type Mailbox, openMailbox } from '../../kit/mailbox.ts'
import { createVisitor, type Shown, type Visitor } from '../../web/browse.ts'
import { password } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { openPushService, type PushService } from '../alerts/push-service.ts'

// From the sign-up to the deletion of a customer's data: people open pages, and external servers receive messages. The
// test runs the shop's jobs.

let service: PushService
let mailbox: Mailbox
let shop: WebShop
let owner: Visitor
let rina: Visitor
let budi: Visitor

beforeAll(async () => {
  service = await openPushService()
  mailbox = await openMailbox()
  const settings = { OUTBOUND_ALLOW: service.door, SMTP_URL: mailbox.url, MAIL_FROM: 'Warung <warung@example.id>' }
  shop = await createWebShop({}, {}, { settings })
  await makePushKey(shop.app)
  owner = createVisitor(shop)
  rina = createVisitor(shop)
  budi = createVisitor(shop)
})
afterAll(async () => {
  await shop.close()
  await mailbox.close()
  await service.close()
})

const slug = `hari-${randomInt(1e6)}`
const ownerMail = `ibu${randomInt(1e6)}@example.id`
const customer = {
  name: `Rina ${randomInt(1e6)}`,
  phone: `0812${String(randomInt(1e8)).padStart(8, '0')}`,
  email: `rina${randomInt(1e6)}@example.id`,
}
const price = 1_000 * (12 + randomInt(20))
const refund = 100 * (10 + randomInt(50))

/** Returns the fields that a browser sends for the form, without its buttons. */
function drawnFields(form: string): Record<string, string> {
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
  const inputs = form.match(/<input [^>]*>/g) ?? []
  const sent = inputs.filter(tag => {
    const type = attribute(tag, 'type')
    return type !== 'file' && (!/^(checkbox|radio)$/.test(type ?? '') || / checked/.test(tag))
  })
  const texts = form.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>([^<]*)/g)
  const selects = form.matchAll(/<select [^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g)
  const chosen = (options: string) =>
    attribute((options.match(/<option [^>]* selected[^>]*>/) ?? options.match(/<option [^>]*>/) ?? [''])[0], 'value')
  return Object.fromEntries([
    ...sent.map(tag => [attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? '']),
    ...[...texts].map(([, name, text]) => [name!, text!.trim()]),
    ...[...selects].map(([, name, options]) => [name!, chosen(options!) ?? '']),
  ])
}

/** Presses the button with this value on a page, sends its form's fields, and confirms if asked. */
async function press(visitor: Visitor, path: string, act: string, fields: Record<string, string> = {}): Promise<Shown> {
  const { text } = await visitor.get(path)
  const forms = text.split('<form').map(one => one.split('</form>')[0]!)
  const form = forms.find(one => one.includes(`value="${act}"`))
  if (form === undefined) throw new Error(`${path} has no button ${act}`)
  const action = /action="([^"]*)"/.exec(form.split('>')[0]!)?.[1]?.replaceAll('&amp;', '&') ?? path
  const { pathname, search } = new URL(action, shop.pagesUrl + path)
  const target = pathname + search
  const sent = { ...drawnFields(form), ...fields, act }
  const answer = await visitor.post(target, sent)
  const refused = /role="alert"[^>]*>([\s\S]*?)<\/div>/.exec(answer.text)?.[1]
  expect(answer.status, `${path} ${act}: ${refused ?? ''}`).toBeLessThan(400)
  if (!answer.text.includes('name="confirmed"')) return answer
  const once = /name="once" value="([^"]*)"/.exec(answer.text)?.[1]
  return visitor.post(target, { ...sent, ...(once ? { once } : {}), confirmed: '1' })
}

/** Orders one cup for pickup on the menu page. Returns the addresses of its payment and of its own page. */
async function orderCup(visitor: Visitor, about: { name: string; phone: string }) {
  const list = (await visitor.get(`/m/${slug}`)).text
  const variant = /name="variant" value="([^"]+)"/.exec(list)![1]!
  await visitor.post(`/m/${slug}/cart`, { do: 'add', variant, quantity: '1' })
  const cart = (await visitor.get(`/m/${slug}/cart`)).text
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(cart)?.[1] ?? ''
  const form = { ...about, receiving: 'pickup', once: value('once'), expected_total: value('expected_total') }
  const placed = await visitor.post(`/m/${slug}/order`, form)
  const invoice = /invoice=(INV-[0-9A-Z]{20})/.exec(placed.location ?? placed.text)![1]!
  const page = /href="[^"]*(\/m\/[\w-]+\/o\/[\w-]{22})/.exec((await visitor.get(`/m/${slug}`)).text)![1]!
  return { invoice, page }
}

/** Scans the code on the page and pays it, like a customer's bank. */
async function scanAndPay(visitor: Visitor, invoice: string): Promise<void> {
  await shop.work()
  const shown = await visitor.get(`/pay?invoice=${invoice}`)
  expect(shown.text).toContain('data-testid="qr"')
  await shop.pay(invoice)
  expect((await visitor.get(`/pay?invoice=${invoice}`)).text).toContain('LUNAS')
}

async function deliver(): Promise<void> {
  // The second e-mail about one order waits for the first one.
  for (let round = 0; round < 3; round++) await waitUntilFinished(deliverMails(shop.app, 100))
  await waitUntilFinished(deliverAlerts(shop.app, 100))
}

const mailsTo = (address: string) => mailbox.received.filter(({ to }) => to.includes(address)).map(({ text }) => text)

test('a merchant and her customers get through a whole day without a chat', { timeout: 120_000 }, async () => {
  // The shop opens: sign-up, a confirmed e-mail address, goods, a pickup place, the menu page.
  const signUp = { shop: 'Kopi Sore', password, phone: '0812 1111 2222', email: ownerMail }
  expect((await press(owner, '/sign-up', 'open', signUp)).location).toContain('/dashboard')
  await expect.poll(() => mailsTo(ownerMail)).toHaveLength(1)
  const link = /https?:\/\/[^\s"<]+confirm[^\s"<]*/.exec(mailsTo(ownerMail)[0]!)![0]
  const confirmed = new URL(link)
  await press(owner, confirmed.pathname + confirmed.search, 'confirm')
  await press(owner, '/dashboard/catalog/new', 'create', { name: 'Kopi Susu', price: String(price), mode: 'unlimited' })
  await press(owner, '/dashboard/rules/pickup', 'save', { pickup: 'Jl. Kopi 1' })
  await press(owner, '/dashboard/rules/contact', 'save', { whatsapp: '0812 1111 2222' })
  await press(owner, '/dashboard/menu', 'save', { slug, on: 'on' })

  // The merchant is alerted by her browser and by e-mail.
  const browser = service.addBrowser()
  await owner.post('/dashboard/alerts', { act: 'subscribe', ...browser } as unknown as Record<string, string>)
  const wishes = new URLSearchParams({ act: 'save', channel: 'email' })
  for (const kind of ['order', 'payment', 'digest']) wishes.append('kinds', kind)
  await owner.post('/dashboard/alerts', wishes)

  // Rina orders and pays by QRIS.
  const order = await orderCup(rina, customer)
  await press(rina, `/pay?invoice=${order.invoice}`, 'wish', { email: customer.email })
  await scanAndPay(rina, order.invoice)
  await deliver()
  expect(service.received.map(({ message }) => message.body).join('\n')).toContain(formatRupiah(price))
  expect(mailsTo(ownerMail).slice(1).join('\n')).toContain('ORD-')
  expect(mailsTo(customer.email).join('\n')).toMatch(/sudah dibayar|lunas|diterima/i)

  // Her order is ready: its page and an e-mail announce it, and a text for WhatsApp is prepared.
  const orders = (await owner.get('/dashboard/orders')).text
  const number = /ORD-\d{6}-[0-9A-Z]{6}/.exec(orders)![0]
  const orderPath = `/dashboard/orders/${number}`
  expect(orders).toContain(customer.name)
  await press(owner, orderPath, 'take')
  expect((await rina.get(order.page)).text).toContain('Sedang disiapkan')
  await press(owner, orderPath, 'ready')
  expect((await rina.get(order.page)).text).toContain('Pesananmu siap')
  await deliver()
  expect(mailsTo(customer.email).at(-1)).toContain('siap')
  const shown = (await owner.get(orderPath)).text.replaceAll('&amp;', '&')
  const texts = [...shown.matchAll(/https:\/\/wa\.me\/(\d+)\?text=([^"]*)/g)]
  expect(texts.every(([, to]) => to === customer.phone.replace(/^0/, '62'))).toBe(true)
  expect(texts.map(([, , text]) => decodeURIComponent(text!)).join('\n')).toContain(
    `${number} dari Kopi Sore sudah siap`,
  )
  await press(owner, orderPath, 'complete')

  // A second customer buys without leaving contact data; Rina gets a part of her money back.
  const other = await orderCup(budi, { name: 'Budi', phone: '0813 3333 4444' })
  await scanAndPay(budi, other.invoice)
  const refundPath = `/dashboard/payments/${order.invoice}/refund`
  await press(owner, refundPath, 'refund', { amount: String(refund), reason: 'Kurang manis' })
  expect((await rina.get(`/pay?invoice=${order.invoice}`)).text).toContain(formatRupiah(refund))
  await deliver()
  expect(mailsTo(customer.email).at(-1)).toContain(formatRupiah(refund))

  // At the end of the day, the figures are those of two cups minus the refund.
  await totalSales(shop.app)
  await foldStatistics(shop.app)
  const sums = (await owner.get('/dashboard/payments.csv')).text.replace('\ufeff', '').trimEnd().split('\r\n')
  const column = (name: string) => {
    const index = sums[0]!.split(',').indexOf(name)
    return sums.slice(1).reduce((sum, row) => sum + Number(row.split(',')[index] || 0), 0)
  }
  const received = column('final_amount')
  expect(column('refunded_amount')).toBe(refund)
  expect(received).toBeGreaterThanOrEqual(2 * price)
  const day = shop.app.calendar.formatDay(shop.app.now())
  const figures = (await owner.get(`/dashboard/statistics?from=${day}&to=${day}`)).text
  for (const sum of [received, refund, received - refund]) expect(figures).toContain(formatRupiah(sum))
  const tax = (await owner.get(`/dashboard/tax.csv?month=${day.slice(0, 7)}`)).text
  expect(tax).toContain(`,${refund},`)
  // The next morning the summary comes by e-mail.
  shop.advance(24 * 3600)
  for (let hour = 0; hour < 24 && (await planDigests(shop.app)) === 0; hour++) shop.advance(3600)
  await deliver()
  expect(mailsTo(ownerMail).at(-1)).toContain(formatRupiah(received))
  const again = await press(owner, '/sign-in', 'in', { username: ownerMail, password })
  expect(again.location).toContain('/dashboard')

  // Rina requests the deletion of her data, and proves her number by a code sent to it.
  const privacy = /href="[^"]*(\/my-data\?[^"]*)"/.exec((await rina.get(`/pay?invoice=${order.invoice}`)).text)![1]!
  const myData = privacy.replaceAll('&amp;', '&')
  const card = /\/dashboard\/people\/\d+/.exec(
    (await owner.get(`/dashboard/people?search=${customer.phone.slice(-4)}`)).text,
  )![0]
  const made = (await press(owner, card, 'code')).text
  const code = /data-testid="phone-code">(\d{6})</.exec(made)![1]!
  const data = await rina.post(myData, { act: 'prove', phone: customer.phone, code })
  expect(data.text).toContain(customer.name)
  const proof = /name="proof" value="([^"]*)"/.exec(data.text)![1]!
  await rina.post(myData, { act: 'erase', proof, confirmed: '1' })
  for (const path of [orderPath, card, '/dashboard/people', '/dashboard/orders?status=all', '/dashboard/payments']) {
    const { text } = await owner.get(path)
    for (const personal of [customer.name, customer.phone, customer.email]) {
      expect(text.includes(personal), `${personal} on ${path}`).toBe(false)
    }
  }
  const after = (await owner.get('/dashboard/payments.csv')).text
  expect(after).not.toContain(customer.name)
  expect(after).toContain(order.invoice)

  // Nothing in this day needed a chat.
  const ofShop = `from account a where a.display_name = 'Kopi Sore'`
  const [chats] = await shop.app.sql.query<{ bots: number; notices: number }>(
    `select (select count(*)::int from bot b where b.account_id = a.id) as bots,
       (select count(*)::int from notice n where n.account_id = a.id) as notices ${ofShop}`,
  )
  expect(chats).toEqual({ bots: 0, notices: 0 })
})
