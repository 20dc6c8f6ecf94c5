import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatRupiah } from '../../../src/lib/money.ts'
import { MailWish } from '../../../src/modules/customer-mail/mail-wish.ts'
import { CustomerVisit } from '../../../src/modules/customers/customer-card.ts'
import { eraseCustomer } from '../../../src/modules/customers/erase-customer.ts'
import { fileAllVisits } from '../../../src/modules/customers/file-visits.ts'
import { readCustomerData } from '../../../src/modules/customers/read-data.ts'
import { updateOrderStatus } from '../../../src/orders/update-order-status.ts'
import { pay } from '../../orders/store.ts'
import { createVisitor } from '../../web/browse.ts'
import { createWebShop } from '../../web/web-shop.ts'
import { listSubjects, type MailStand, openMailStand } from '../customer-mail/stand.ts'

let stand: MailStand

beforeAll(async () => {
  stand = await openMailStand()
})
afterAll(() => stand.close())

test('a customer who gave an e-mail address gets one e-mail about a refund', async () => {
  const { mailbox, shop } = stand
  const { orderNumber, invoiceId, finalAmount, email } = await stand.orderWithEmail()
  await pay(stand.stall, invoiceId)
  await stand.deliver()
  mailbox.received.length = 0
  const amount = randomInt(1_000, finalAmount)
  const returned = await shop.api('/refund-payment', { body: { invoice: invoiceId, amount } })
  expect(returned.body).toMatchObject({ success: true })
  for (let round = 0; round < 2; round++) await stand.deliver()
  expect(mailbox.received.map(({ to }) => to)).toEqual([[email]])
  expect(listSubjects(mailbox)[0]).toContain(`Uang dari Pesanan ${orderNumber} dikembalikan`)
  expect(mailbox.received[0]!.text).toContain(formatRupiah(amount))
})

test("deleting a customer's data removes the e-mail address from all rows", async () => {
  const { mailbox, shop } = stand
  const by = { accountId: shop.demo.accountId, mode: shop.demo.mode, actor: 'user 1' }
  const { orderNumber, invoiceId, email } = await stand.orderWithEmail()
  await pay(stand.stall, invoiceId)
  await updateOrderStatus(shop.app, shop.demo, { orderNumber, status: 'completed', notify: false })
  await fileAllVisits(shop.app, by)
  const visit = await shop.app.em(by).findOneOrFail(CustomerVisit, { subject: orderNumber })
  const data = await readCustomerData(shop.app, visit.card.id, by)
  expect(data.news_by_email).toEqual([{ about: orderNumber, email }])
  await eraseCustomer(shop.app, visit.card.id, by)
  expect(await shop.app.em('installation').count(MailWish, { subject: orderNumber })).toBe(0)
  await stand.deliver()
  expect(mailbox.received.filter(({ to }) => to.includes(email))).toEqual([])
})

test("without e-mail, the page of a payment still leads to the customer's own data", async () => {
  const shop = await createWebShop()
  const invoiceId = await shop.invoice({ amount: 20_000 + randomInt(9_000) })
  await shop.work()
  const { text } = await createVisitor(shop).get(`/pay?invoice=${invoiceId}`)
  expect(text).not.toContain('/order-mail')
  expect(text).toContain('/my-data?shop=')
  await shop.close()
})
