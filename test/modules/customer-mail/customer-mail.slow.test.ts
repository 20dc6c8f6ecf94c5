import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { waitUntilFinished } from '../../../src/lib/started.ts'
import { deliverMails } from '../../../src/modules/customer-mail/deliver-mails.ts'
import { CustomerMail } from '../../../src/modules/customer-mail/mail-wish.ts'
import { notifyReady } from '../../../src/notices/notify-ready.ts'
import { shipOrder } from '../../../src/orders/shipping/ship-order.ts'
import type { Mailbox } from '../../kit/mailbox.ts'
import { withDatabaseAway } from '../../kit/outage.ts'
import { invoice, newCustomer, pay, type Stall } from '../../orders/store.ts'
import { createVisitor } from '../../web/browse.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { drawEmail, headerOf, listSubjects, type MailStand, openMailStand } from './stand.ts'

let stand: MailStand
let mailbox: Mailbox
let shop: WebShop
let stall: Stall

beforeAll(async () => {
  stand = await openMailStand()
  ;({ mailbox, shop, stall } = stand)
})
afterAll(() => stand.close())
beforeEach(() => {
  mailbox.received.length = 0
})

const em = () => shop.app.em('installation')
const deliver = () => stand.deliver()
const orderWithEmail: MailStand['orderWithEmail'] = email => stand.orderWithEmail(email)
const subjects = () => listSubjects(mailbox)
const bodyOf = (index = 0) => mailbox.received[index]!.text

describe('a customer who gave an e-mail address', () => {
  test('a customer gets an e-mail when the order is received, paid and shipped, each once', async () => {
    const { orderNumber, invoiceId, email, answer } = await orderWithEmail()
    expect(answer.text).toContain(email)
    await deliver()
    await pay(stall, invoiceId)
    await deliver()
    await shipOrder(shop.app, shop.demo, { orderNumber, courier: 'jne', trackingNumber: 'JX1', notify: true })
    await deliver()
    await deliver()
    expect(mailbox.received.map(({ to }) => to)).toEqual(Array(3).fill([email]))
    expect(subjects().map(subject => subject.split(' · ')[0])).toEqual([
      `Uji: Pesanan ${orderNumber} diterima`,
      `Uji: Pesanan ${orderNumber} sudah dibayar`,
      `Uji: Pesanan ${orderNumber} sudah dikirim`,
    ])
    expect(bodyOf(0)).toContain(`/pay?invoice=${invoiceId}`)
    expect(bodyOf(2)).toContain('JX1')
  })

  test('a customer gets one e-mail when the order is ready, even if that is pressed repeatedly', async () => {
    const { orderNumber, invoiceId } = await orderWithEmail()
    await pay(stall, invoiceId)
    await shop.app.sql.write(`update store_order set receiving = 'pickup' where order_number = $1`, [orderNumber])
    await deliver()
    mailbox.received.length = 0
    for (let press = 0; press < 2; press++) await notifyReady(shop.app, shop.demo.accountId, orderNumber)
    await deliver()
    expect(subjects()).toEqual([expect.stringContaining(`Pesanan ${orderNumber} sudah siap`)])
  })

  test('is sent an e-mail once although PostgreSQL is away when the server has taken it', async () => {
    await orderWithEmail()
    const app = withDatabaseAway(shop.app, { scope: 'installation', count: 2 })
    await waitUntilFinished(deliverMails(app, 100))
    expect(app.callsRefused()).toBe(2)
    await deliver()
    expect(mailbox.received).toHaveLength(1)
    expect(await em().count(CustomerMail, { state: 'pending' })).toBe(0)
  })

  test('a customer gets an e-mail for a payment without an order', async () => {
    const invoiceId = await shop.invoice({ amount: 20_000 + randomInt(9_000), description: 'Uang muka jahit' })
    await shop.work()
    const email = drawEmail()
    await createVisitor(shop).post(`/order-mail?invoice=${invoiceId}`, { act: 'wish', email })
    await pay(stall, invoiceId)
    await deliver()
    expect(subjects()).toEqual([
      expect.stringContaining('Tagihan Uang muka jahit diterima'),
      expect.stringContaining('Tagihan Uang muka jahit sudah dibayar'),
    ])
  })

  test("a customer stops the shop's e-mails with one press in the mailbox, and can allow them again", async () => {
    const { invoiceId, email } = await orderWithEmail()
    await deliver()
    const { raw } = mailbox.received[0]!
    expect(headerOf(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    const url = headerOf(raw, 'List-Unsubscribe').replace(/[\s<>]/g, '')
    const path = url.replace(shop.app.config.baseUrl, '')
    // A mailbox sends this (RFC 8058, 3.2) without a page and without cookies.
    const body = 'List-Unsubscribe=One-Click'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const pressed = await fetch(shop.pagesUrl + path, { method: 'POST', body, headers })
    expect(pressed.status).toBe(200)
    mailbox.received.length = 0
    await pay(stall, invoiceId)
    await deliver()
    const again = await orderWithEmail(email)
    await deliver()
    expect(mailbox.received).toEqual([])
    const { text } = await createVisitor(shop).get(path)
    expect(text).toContain('tidak menerima e-mail')
    await fetch(`${shop.pagesUrl}${path}&again=1`, { method: 'POST', body, headers })
    await pay(stall, again.invoiceId)
    await deliver()
    expect(subjects()).toEqual([expect.stringContaining('sudah dibayar')])
  })

  test('e-mails contain no name in their greeting, because anyone could type a text for a stranger there', async () => {
    const name = `Hadiah https://hadiah${randomInt(1_000_000)}.example`
    const { order, payment } = await invoice(stall, await newCustomer(stall, name), { mug: 1 })
    await shop.work()
    const address = `/order-mail?invoice=${payment.invoiceId}`
    await createVisitor(shop).post(address, { act: 'wish', email: drawEmail() })
    await pay(stall, payment.invoiceId)
    await shipOrder(shop.app, shop.demo, { orderNumber: order.orderNumber, courier: 'jne', notify: true })
    await deliver()
    expect(mailbox.received).toHaveLength(3)
    for (const { text } of mailbox.received) expect(text).not.toContain('hadiah')
  })

  test('a customer is not asked for the money of a payment that has ended', async () => {
    const { invoiceId, action } = await orderWithEmail()
    await deliver()
    mailbox.received.length = 0
    expect((await shop.api('/cancel-payment', { body: { invoice: invoiceId } })).body).toMatchObject({ success: true })
    await deliver()
    const email = drawEmail()
    expect((await createVisitor(shop).post(action, { act: 'wish', email })).status).toBe(200)
    await deliver()
    expect(mailbox.received.filter(({ to }) => to.includes(email))).toEqual([])
  })

  test('a refused e-mail leaves no address in logs and stored errors', async () => {
    const { orderNumber, email } = await orderWithEmail()
    mailbox.refuse(`450 <${email}> is busy`)
    await deliver()
    mailbox.refuse(null)
    const [mail] = await em().find(CustomerMail, { subject: orderNumber })
    expect(mail!.lastError).toContain('is busy')
    expect(mail!.lastError).not.toContain(email)
  })

  test('an e-mail is sent again after a temporary refusal, and not after a permanent one', async () => {
    const { invoiceId } = await orderWithEmail()
    mailbox.refuse('450 try later')
    await deliver()
    mailbox.refuse(null)
    shop.advance(2_000)
    await deliver()
    const states = await em().find(CustomerMail, {}, { orderBy: { id: 'desc' }, limit: 1 })
    expect(states[0]).toMatchObject({ step: 'received', attempts: expect.any(Number) })
    await pay(stall, invoiceId)
  })
})

describe('the form for an address', () => {
  test('the form for an e-mail address explains a mistake, and refuses an unknown payment', async () => {
    const { action } = await orderWithEmail()
    const visitor = createVisitor(shop)
    for (const email of ['', 'rina', 'rina@', 'a@b.id, c@d.id', 'rina@example.id\r\nBcc: x@y.id']) {
      const refused = await visitor.post(action, { act: 'wish', email })
      expect([email, refused.status]).toEqual([email, 400])
      expect(refused.text).toContain('aria-invalid="true"')
    }
    const unknown = '/order-mail?invoice=INV-00000000000000000000'
    expect((await visitor.post(unknown, { act: 'wish', email: drawEmail() })).status).toBe(404)
  })

  test('the form for an e-mail address accepts one address five times an hour, against flooding', async () => {
    const email = drawEmail()
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) statuses.push((await orderWithEmail(email)).answer.status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('the form for an e-mail address is missing if the installation sends no e-mail', async () => {
    const other = await createWebShop()
    const invoiceId = await other.invoice({ amount: 20_000 })
    await other.work()
    const { text } = await createVisitor(other).get(`/pay?invoice=${invoiceId}`)
    expect(text).not.toContain('/order-mail')
    await other.close()
  })
})
