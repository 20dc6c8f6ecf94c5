import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CustomerCard, CustomerKey, CustomerVisit } from '../../../src/modules/customers/customer-card.ts'
import { fileVisits, makePhoneKey } from '../../../src/modules/customers/file-visits.ts'
import { mergeCards } from '../../../src/modules/customers/merge-cards.ts'
import { PhoneCode } from '../../../src/modules/customers/phone-code.ts'
import { myDataPath } from '../../../src/modules/customers/prove-phone.ts'
import { updateOrderStatus } from '../../../src/orders/update-order-status.ts'
import { invoice, newCustomer, openStall, pay, type Stall, shelves } from '../../orders/store.ts'
import { createVisitor, type Visitor } from '../../web/browse.ts'
import { confirmed, signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

let shop: WebShop
let stall: Stall
let owner: Visitor
let page: string

beforeAll(async () => {
  shop = await createWebShop()
  stall = await openStall(shop.app, shop.demo, shelves.replace('stock: 3', 'stock: 100'))
  owner = await signInAs(shop)
  page = myDataPath(shop.app, scope())
})
afterAll(() => shop.close())

const scope = () => ({ accountId: shop.demo.accountId, mode: shop.demo.mode })
const by = () => ({ ...scope(), actor: 'user 1' })
const drawPhone = () => `0813${String(randomInt(10_000_000, 100_000_000))}`
const emailOf = (phone: string) => `${phone}@surat.example`
const drawName = () => `Rina ${randomInt(100_000, 1_000_000)}`

/** Creates a payment by a customer without a chat, with a typed number. Returns the path of the merchant's card. */
async function paidBy(name: string, phone: string): Promise<{ card: string; invoiceId: string }> {
  const customer = { customer_name: name, customer_phone: phone, customer_email: emailOf(phone) }
  const request = { amount: 12_000 + randomInt(1, 5_000), ...customer }
  const { body } = await shop.api('/create-payment', { body: request })
  await shop.work()
  await pay(stall, body.data.invoice_id)
  return { card: await cardOf(phone), invoiceId: body.data.invoice_id }
}

async function cardOf(phone: string): Promise<string> {
  await fileVisits(shop.app, scope())
  const key = await shop.app.em(scope()).findOneOrFail(CustomerKey, { key: makePhoneKey(phone) })
  return `/dashboard/people/${key.card.id}`
}

/** Makes the merchant create a code. Returns it with the message that is ready to send. */
async function makeCode(card: string): Promise<{ code: string; message: string }> {
  const { status, text } = await owner.post(card, { act: 'code' })
  expect(status).toBe(200)
  const code = /data-testid="phone-code">(\d{6})</.exec(text)![1]!
  return { code, message: decodeURIComponent(/https:\/\/wa\.me\/[^"]*/.exec(text)![0].replaceAll('&amp;', '&')) }
}

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const prove = (visitor: Visitor, phone: string, code: string) => visitor.post(page, { act: 'prove', phone, code })
const newGuest = () => createVisitor(shop)

describe('a typed number', () => {
  test('a typed number shows nothing without its code, in the same words as an unknown number', async () => {
    const [name, phone] = [drawName(), drawPhone()]
    const { card, invoiceId } = await paidBy(name, phone)
    const { code } = await makeCode(card)
    const guest = newGuest()
    expect((await guest.get(page)).text).not.toContain(name)
    const known = await prove(guest, phone, wrongOf(code))
    const unknown = await prove(guest, drawPhone(), wrongOf(code))
    for (const { status, text } of [known, unknown]) {
      expect(status).toBe(403)
      expect(text).toContain('tidak cocok')
      expect(text).not.toMatch(new RegExp(`${name}|${invoiceId}`))
    }
  })

  test('a typed number deletes nothing without a proof, or with a proof of another shop', async () => {
    const phone = drawPhone()
    const { card } = await paidBy(drawName(), phone)
    for (const proof of ['', 'x', 'x.y']) {
      expect((await confirmed(newGuest(), page, { act: 'erase', proof })).status).toBe(403)
    }
    const elsewhere = myDataPath(shop.app, { accountId: shop.second.accountId, mode: 'test' })
    const { code } = await makeCode(card)
    expect((await newGuest().post(elsewhere, { act: 'prove', phone, code })).status).toBe(403)
    const { text } = await prove(newGuest(), phone, code)
    const proof = /name="proof" value="([^"]+)"/.exec(text)![1]!
    expect((await confirmed(newGuest(), elsewhere, { act: 'erase', proof })).status).toBe(403)
    expect((await owner.get(card)).text).not.toContain('Data dihapus')
  })

  test('the page for personal data requires the address of a shop', async () => {
    for (const path of ['/my-data', '/my-data?shop=x', `${page}x`])
      expect((await newGuest().get(path)).status).toBe(404)
  })
})

describe('a code for a customer', () => {
  test('a code goes only to the number of the card, and shows its owner their orders and payments', async () => {
    const [name, phone] = [drawName(), drawPhone()]
    const { card, invoiceId } = await paidBy(name, phone)
    const { code, message } = await makeCode(card)
    expect(message).toContain(`https://wa.me/62${phone.slice(1)}?`)
    expect(message).toContain(code)
    expect(message).toContain('/my-data?shop=')
    const { status, text } = await prove(newGuest(), `+62 ${phone.slice(1)}`, code)
    expect(status).toBe(200)
    for (const part of [name, invoiceId, emailOf(phone)]) expect(text).toContain(part)
    expect((await prove(newGuest(), phone, code)).status).toBe(403)
  })

  test('a code does not show what the merchant merged, and deletes only what its number filed', async () => {
    const [name, other] = [drawName(), drawName()]
    const [phone, otherPhone] = [drawPhone(), drawPhone()]
    const mine = await paidBy(name, phone)
    const theirs = await paidBy(other, otherPhone)
    const id = (path: string) => Number(path.split('/').at(-1))
    await mergeCards(shop.app, { from: id(mine.card), into: id(theirs.card) }, by())
    const first = await proveByKey(phone, theirs.card)
    expect(first).toContain(mine.invoiceId)
    expect(first).not.toMatch(new RegExp(`${other}|${theirs.invoiceId}`))
    const proof = /name="proof" value="([^"]+)"/.exec(first)![1]!
    const done = await confirmed(newGuest(), page, { act: 'erase', proof })
    expect(done.text).toContain('Datamu sudah dihapus')
    const names = `select customer_name as name from payment where invoice_id = $1`
    expect(await shop.app.sql.query(names, [mine.invoiceId])).toEqual([{ name: null }])
    expect(await shop.app.sql.query(names, [theirs.invoiceId])).toEqual([{ name: other }])
  })

  test('deleting the data of a number removes the number, name and codes from a merged card', async () => {
    const [name, other] = [drawName(), drawName()]
    const [phone, otherPhone] = [drawPhone(), drawPhone()]
    const theirs = await paidBy(other, otherPhone)
    const mine = await paidBy(name, phone)
    const id = (path: string) => Number(path.split('/').at(-1))
    await mergeCards(shop.app, { from: id(mine.card), into: id(theirs.card) }, by())
    const em = shop.app.em(scope())
    expect(await em.findOneOrFail(CustomerCard, id(theirs.card))).toMatchObject({ name })
    await erased(await proveByKey(phone, theirs.card))
    const kept = await shop.app.em(scope()).findOneOrFail(CustomerCard, id(theirs.card))
    expect(kept).toMatchObject({ name: other, phone: null, erasedAt: null })
    const digits = `62${phone.slice(1)}`
    expect(await em.count(PhoneCode, { phoneDigits: digits })).toBe(0)
    expect(await shop.app.sql.query('select key from attempt where strpos(key, $1) > 0', [digits])).toEqual([])
  })

  test('a merged card stays unchanged while an order with its number is open', async () => {
    const [phone, otherPhone] = [drawPhone(), drawPhone()]
    const theirs = await paidBy(drawName(), otherPhone)
    const mine = await paidBy(drawName(), phone)
    const customer = await newCustomer(stall, drawName())
    const { order } = await invoice(stall, customer, { mug: 1 })
    const id = (path: string) => Number(path.split('/').at(-1))
    await mergeCards(shop.app, { from: id(mine.card), into: id(theirs.card) }, by())
    const moved = { card: id(theirs.card), key: makePhoneKey(phone) }
    await fileVisits(shop.app, scope())
    await shop.app.em(scope()).nativeUpdate(CustomerVisit, { subject: order.orderNumber }, moved)
    const answer = await erased(await proveByKey(phone, theirs.card))
    expect(answer.status).toBe(400)
    expect(answer.text).not.toContain('Datamu sudah dihapus')
    expect(await shop.app.em(scope()).count(CustomerKey, { card: id(theirs.card) })).toBe(2)
  })

  test('a proven number does not show orders of a chat in which the same number was typed', async () => {
    const phone = drawPhone()
    const customer = await newCustomer(stall, drawName())
    await shop.app.sql.write('update customer set phone = $2 where id = $1', [customer, phone])
    const { order, payment } = await invoice(stall, customer, { mug: 1 })
    await shop.work()
    await pay(stall, payment.invoiceId)
    await updateOrderStatus(shop.app, shop.demo, { orderNumber: order.orderNumber, status: 'completed', notify: false })
    const { card, invoiceId } = await paidBy(drawName(), phone)
    const { code } = await makeCode(card)
    const { text } = await prove(newGuest(), phone, code)
    expect(text).toContain(invoiceId)
    expect(text).not.toContain(order.orderNumber)
  })

  test('a code allows five attempts, even if they are simultaneous', async () => {
    const phone = drawPhone()
    const { card } = await paidBy(drawName(), phone)
    const { code } = await makeCode(card)
    const tries = Array.from({ length: 8 }, () => prove(newGuest(), phone, wrongOf(code)))
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array(8).fill(403))
    expect((await prove(newGuest(), phone, code)).status).toBe(403)
    const [row] = await shop.app.em(scope()).find(PhoneCode, { phoneDigits: `62${phone.slice(1)}` })
    expect(row).toMatchObject({ attempts: 5, usedAt: null })
    expect(row!.codeHash.toString('utf8')).not.toContain(code)
  })

  test('a code expires after half an hour, and when the next one is created', async () => {
    const phone = drawPhone()
    const { card } = await paidBy(drawName(), phone)
    const { code: replaced } = await makeCode(card)
    const { code } = await makeCode(card)
    if (replaced !== code) expect((await prove(newGuest(), phone, replaced)).status).toBe(403)
    shop.advance(31 * 60)
    expect((await prove(newGuest(), phone, code)).status).toBe(403)
    const { code: fresh } = await makeCode(card)
    expect((await prove(newGuest(), phone, fresh)).status).toBe(200)
  })

  test('a number allows twenty wrong codes a day, known or unknown', async () => {
    const phone = drawPhone()
    const guests = Array.from({ length: 21 }, () => newGuest())
    const statuses: number[] = []
    for (const guest of guests) statuses.push((await prove(guest, phone, '000000')).status)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.filter(status => status === 403).length).toBeLessThanOrEqual(20)
  })

  test("a code is created only by members who may see the shop's secrets, for a card with a number", async () => {
    const { card } = await paidBy(drawName(), drawPhone())
    const helper = await signInAs(shop, { role: 'support' })
    expect((await helper.post(card, { act: 'code' })).status).toBe(403)
    const stranger = await signInAs(shop, { accountId: shop.second.accountId })
    expect((await stranger.post(card, { act: 'code' })).status).toBe(404)
  })
})

/** Deletes the data on the page after a code. */
function erased(shown: string) {
  const proof = /name="proof" value="([^"]+)"/.exec(shown)![1]!
  return confirmed(newGuest(), page, { act: 'erase', proof })
}

/** Returns the page after a code for one of the several numbers of a card. */
async function proveByKey(phone: string, card: string): Promise<string> {
  const { text } = await owner.post(card, { act: 'code', key: makePhoneKey(phone) })
  const code = /data-testid="phone-code">(\d{6})</.exec(text)![1]!
  return (await prove(newGuest(), phone, code)).text
}
