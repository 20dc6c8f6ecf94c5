import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatRupiah } from '../../../src/lib/money.ts'
import { makeReceiptToken } from '../../../src/orders/receipts/receipt-token.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { createVisitor } from '../../web/browse.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { makeBill } from '../bills/stand.ts'

let shop: WebShop

beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

interface PublicPages {
  pay: string
  embed: string
  receipt: string
}

/** Creates a paid bill that was opened in a frame. Returns it with the customer's views of it. */
async function paidInFrame(): Promise<{ invoice: string; paid: number; pages: () => Promise<PublicPages> }> {
  const { slug } = await makeBill(shop, { amount: 50_000 + randomInt(1, 5_000) })
  const { location } = await createVisitor(shop).post(`/embed/${slug}`, {})
  const invoice = /invoice=(INV-[0-9A-Z]{20})/.exec(location!)![1]!
  await shop.work()
  await payInvoice(shop, invoice)
  const { body } = await shop.api(`/check-payment?invoice=${invoice}`)
  const read = async (path: string) => (await shop.page(path)).text
  const pages = async () => ({
    pay: await read(`/pay?invoice=${invoice}`),
    embed: await read(location!),
    receipt: await read(`/receipt/${makeReceiptToken(shop.app.seal, invoice)}`),
  })
  return { invoice, paid: body.final_amount, pages }
}

const outcomeOf = (text: string) => /data-testid="outcome">([^<]*)</.exec(text)?.[1]
const outcomes = (pages: PublicPages) => Object.values(pages).map(outcomeOf)
const refund = (body: object) => shop.api('/refund-payment', { body })

test('after a partial refund, payment page, frame and receipt say it is paid, and name the refund', async () => {
  const { invoice, pages } = await paidInFrame()
  const before = outcomes(await pages())
  const [first, second] = [randomInt(1_000, 2_000), randomInt(2_000, 3_000)]
  for (const [amount, sum] of [
    [first, first],
    [second, first + second],
  ] as const) {
    expect((await refund({ invoice, amount })).status).toBe(200)
    const after = await pages()
    expect(outcomes(after)).toEqual(before)
    for (const [page, text] of Object.entries(after)) expect([page, text]).toEqual([page, contains(formatRupiah(sum))])
    expect(after.receipt).toContain('data-word="paid"')
  }
  const picture = await shop.page(`/pay/receipt.png?invoice=${invoice}`)
  expect(picture.headers['content-type']).toBe('image/png')
})

test('after a full refund no page says paid, and the receipt has become invalid', async () => {
  const { invoice, paid, pages } = await paidInFrame()
  const before = outcomes(await pages())
  const amount = randomInt(1_000, 2_000)
  await refund({ invoice, amount })
  expect((await refund({ invoice })).status).toBe(200)
  const after = await pages()
  for (const [index, outcome] of outcomes(after).entries()) expect(outcome).not.toBe(before[index])
  expect(outcomes(after)).toEqual(['Uang sudah dikembalikan', 'Uang sudah dikembalikan', 'Uangnya sudah dikembalikan'])
  expect(after.receipt).toContain('data-word="refunded"')
  expect(after.pay).toContain(formatRupiah(paid))
})

function contains(part: string) {
  return expect.stringContaining(part)
}
