import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ConnectorError } from '../../../src/connectors/connector.ts'
import { connectors } from '../../../src/connectors/index.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import { undoRefund } from '../../../src/modules/refunds/correct-refund.ts'
import { refundPayment } from '../../../src/modules/refunds/refund-payment.ts'
import { sendRefunds } from '../../../src/modules/refunds/send-refunds.ts'
import { findOrder } from '../../../src/orders/find-order.ts'
import { formatShortDay } from '../../../src/web/parts/short-day.ts'
import { invoice, newCustomer, openStall, pay, type Stall, shelves } from '../../orders/store.ts'
import type { Visitor } from '../../web/browse.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { outlinePage } from '../../web/outline-page.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

// The whole page of a payment's refunds, in each of its states.

let shop: WebShop
let stall: Stall
let owner: Visitor

/** Whether the provider of the codes can refund them. */
let isSending = false

const interactive = {
  ...connectors.interactive!,
  get refund() {
    if (!isSending) return undefined
    return async () => {
      throw new ConnectorError('unreachable', 'no answer')
    }
  },
} as typeof connectors.interactive

beforeAll(async () => {
  shop = await createWebShop({}, {}, { parts: { connectors: { ...connectors, interactive } } })
  stall = await openStall(shop.app, shop.demo, shelves.replace('stock: 3', 'stock: 100'))
  owner = await signInAs(shop)
})
beforeEach(() => {
  isSending = false
})
afterAll(() => shop.close())

const by = { actor: 'command' }
const scope = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })

/** Creates a paid order of two mugs, with its page, and with what that page shows under different names each time. */
async function paidOrder() {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { mug: 2 })
  await shop.work()
  await pay(stall, payment.invoiceId)
  const { invoiceId, finalAmount } = payment
  const [item] = (await findOrder(shop.app, shop.demo, order.orderNumber)).items.$.getItems()
  return {
    invoiceId,
    itemId: item!.id,
    path: `/dashboard/payments/${invoiceId}/refund`,
    paid: finalAmount,
    names: {
      INVOICE: invoiceId,
      PAID: plainRupiah(finalAmount),
      line_ITEM: `line_${item!.id}`,
    },
  }
}

const plainRupiah = (amount: number) => formatRupiah(amount).replace('\u00a0', ' ')

const onceOf = (text: string) => /name="once" value="([^"]*)"/.exec(text)![1]!

/** Returns the outline of a page, or of the answer to a form. */
async function look(path: string, names: Record<string, string>, fields?: Record<string, string>): Promise<string> {
  const { text } = fields ? await owner.post(path, fields) : await owner.get(path)
  const once = fields?.once ?? /name="once" value="([^"]*)"/.exec(text)?.[1]
  return outlinePage(text, { ...names, ...(once ? { ONCE: once } : {}) })
}

test('the form of a refund that the merchant makes', async () => {
  const { path, names } = await paidOrder()
  expect(await look(path, names)).toMatchInlineSnapshot(`
    "a href=/dashboard/payments/INVOICE: Pembayaran
    h1: Kembalikan uang
    form method=post novalidate
    Masih bisa dikembalikan: PAID.
    Warung tidak bisa mengirim uang ini. Kirim dulu ke pembeli lewat bank atau e-wallet-mu, lalu catat di sini. Saldo tidak berubah.
    label for=amount: Nominal
    input id=amount name=amount type=text inputmode=numeric maxlength=30
    Kosongkan untuk mengembalikan semua yang tersisa, atau senilai barang yang dipilih.
    fieldset
    legend: Barang yang dikembalikan
    Isi jumlahnya. Kosongkan kalau yang dikembalikan bukan barang tertentu.
    label for=line_ITEM: Mug <b>&" (paling banyak 2)
    input id=line_ITEM name=line_ITEM type=text inputmode=numeric maxlength=3
    label for=reason: Alasan
    input id=reason name=reason type=text maxlength=200
    Pembeli juga membacanya.
    label for=day: Tanggal uang dikembalikan
    input id=day name=day type=date
    Kosongkan kalau hari ini. Pembukuan mencatatnya pada hari ini.
    label
    input type=checkbox name=restock value=on
    Kembalikan barangnya ke stok
    input type=hidden name=once value=ONCE
    button name=act value=refund: Kembalikan uang"
  `)
})

test('a refused form keeps what was typed, and marks what is wrong', async () => {
  const { path, names, itemId } = await paidOrder()
  const once = onceOf((await owner.get(path)).text)
  const typed = { act: 'refund', once, reason: 'Retak', restock: 'on', [`line_${itemId}`]: '1' }
  expect(await look(path, names, { ...typed, amount: '1.000.000', day: '2020-01-02' })).toMatchInlineSnapshot(`
    "a href=/dashboard/payments/INVOICE: Pembayaran
    h1: Kembalikan uang
    Periksa lagi: Tanggal uang dikembalikan. Tidak bisa dipakai di sini.
    form method=post novalidate
    Masih bisa dikembalikan: PAID.
    Warung tidak bisa mengirim uang ini. Kirim dulu ke pembeli lewat bank atau e-wallet-mu, lalu catat di sini. Saldo tidak berubah.
    label for=amount: Nominal
    input id=amount name=amount type=text value=1.000.000 inputmode=numeric maxlength=30
    Kosongkan untuk mengembalikan semua yang tersisa, atau senilai barang yang dipilih.
    fieldset
    legend: Barang yang dikembalikan
    Isi jumlahnya. Kosongkan kalau yang dikembalikan bukan barang tertentu.
    label for=line_ITEM: Mug <b>&" (paling banyak 2)
    input id=line_ITEM name=line_ITEM type=text value=1 inputmode=numeric maxlength=3
    label for=reason: Alasan
    input id=reason name=reason type=text value=Retak maxlength=200
    Pembeli juga membacanya.
    label for=day: Tanggal uang dikembalikan
    input id=day name=day type=date value=2020-01-02 autofocus aria-invalid=true
    Tidak bisa dipakai di sini.
    Kosongkan kalau hari ini. Pembukuan mencatatnya pada hari ini.
    label
    input type=checkbox name=restock value=on checked
    Kembalikan barangnya ke stok
    input type=hidden name=once value=ONCE
    button name=act value=refund: Kembalikan uang"
  `)
  const bannerOf = async (fields: object) => {
    const outline = await look(path, names, { ...typed, ...fields } as Record<string, string>)
    return /^Periksa.*$/m.exec(outline)?.[0].replace(names.PAID.slice(3), 'PAID')
  }
  expect(await bannerOf({ amount: '1.000.000' })).toMatchInlineSnapshot(`"Periksa lagi: Nominal. Dari 1 sampai PAID."`)
  expect(await bannerOf({ [`line_${itemId}`]: '3' })).toMatchInlineSnapshot(
    `"Periksa lagi: Barang yang dikembalikan. Dari 1 sampai 2."`,
  )
  expect(await bannerOf({ reason: 'a'.repeat(201) })).toMatchInlineSnapshot(
    `"Periksa lagi: Alasan. Paling panjang 200 karakter."`,
  )
})

test('the forms of recorded refunds, and the question before each act', async () => {
  const { invoiceId, paid, path, names: always } = await paidOrder()
  const yesterday = new Date(shop.app.now().getTime() - 86_400_000)
  const note = (amount: number, more = {}) => refundPayment(shop.app, scope(), { invoiceId, amount, ...more }, by)
  const first = await note(5_017, { reason: 'Retak <b>', returnedAt: yesterday })
  const second = await note(6_017)
  await undoRefund(shop.app, scope(), { invoiceId, key: second.key, reason: 'Salah' }, by)
  const third = second.payment.refunds!.at(-1)!
  const day = formatShortDay('id', shop.app.calendar.formatDay(yesterday), 'day and year')
  const names = {
    ...always,
    FIRST: first.key,
    SECOND: second.key,
    THIRD: third.key,
    YESTERDAY: day,
    LEFT: plainRupiah(paid - 5_017),
  }
  expect(await look(path, names)).toMatchInlineSnapshot(`
    "a href=/dashboard/payments/INVOICE: Pembayaran
    h1: Kembalikan uang
    form method=post novalidate
    Masih bisa dikembalikan: LEFT.
    Warung tidak bisa mengirim uang ini. Kirim dulu ke pembeli lewat bank atau e-wallet-mu, lalu catat di sini. Saldo tidak berubah.
    label for=amount: Nominal
    input id=amount name=amount type=text inputmode=numeric maxlength=30
    Kosongkan untuk mengembalikan semua yang tersisa, atau senilai barang yang dipilih.
    fieldset
    legend: Barang yang dikembalikan
    Isi jumlahnya. Kosongkan kalau yang dikembalikan bukan barang tertentu.
    label for=line_ITEM: Mug <b>&" (paling banyak 2)
    input id=line_ITEM name=line_ITEM type=text inputmode=numeric maxlength=3
    label for=reason: Alasan
    input id=reason name=reason type=text maxlength=200
    Pembeli juga membacanya.
    label for=day: Tanggal uang dikembalikan
    input id=day name=day type=date
    Kosongkan kalau hari ini. Pembukuan mencatatnya pada hari ini.
    label
    input type=checkbox name=restock value=on
    Kembalikan barangnya ke stok
    input type=hidden name=once value=ONCE
    button name=act value=refund: Kembalikan uang
    h2: Yang sudah dicatat
    Rp 5.017
    · Berhasil ·
    time
    Uang dikembalikan YESTERDAY
    Retak <b>
    details
    summary: Tambah bukti
    form method=post novalidate action=?act=prove enctype=multipart/form-data
    input type=hidden name=refund value=FIRST
    label for=proof-FIRST: Foto bukti transfer
    input id=proof-FIRST name=picture type=file accept=image/jpeg,image/png,image/gif,image/webp required
    JPEG, PNG, GIF, atau WebP. Hanya dilihat timmu.
    button name=act value=prove: Simpan bukti
    details
    summary: Betulkan
    form method=post novalidate
    input type=hidden name=refund value=FIRST
    label for=reason-FIRST: Alasan
    input id=reason-FIRST name=reason type=text value=Retak <b> maxlength=200
    button name=act value=change: Simpan alasan
    form method=post novalidate
    input type=hidden name=refund value=FIRST
    label for=back-FIRST: Alasan membatalkan
    input id=back-FIRST name=reason type=text maxlength=200
    button name=act value=take_back: Batalkan catatan ini
    Rp 6.017
    · Berhasil ·
    time
    details
    summary: Tambah bukti
    form method=post novalidate action=?act=prove enctype=multipart/form-data
    input type=hidden name=refund value=SECOND
    label for=proof-SECOND: Foto bukti transfer
    input id=proof-SECOND name=picture type=file accept=image/jpeg,image/png,image/gif,image/webp required
    JPEG, PNG, GIF, atau WebP. Hanya dilihat timmu.
    button name=act value=prove: Simpan bukti
    -Rp 6.017
    · Koreksi ·
    time
    Salah"
  `)
  const once = onceOf((await owner.get(path)).text)
  expect(await look(path, names, { act: 'refund', once, amount: '7.017' })).toMatchInlineSnapshot(`
    "h1: Kembalikan uang ini?
    Rp 7.017 dicatat sudah kamu kembalikan; Warung tidak mengirim uangnya. Pembeli diberi tahu.
    form method=post novalidate action=/dashboard/payments/INVOICE/refund
    textarea name=once hidden: ONCE
    textarea name=amount hidden: 7.017
    input type=hidden name=confirmed value=1
    button name=act value=refund: Ya, kembalikan
    a href=/dashboard/payments/INVOICE/refund: Tidak jadi"
  `)
  expect(await look(path, names, { act: 'take_back', refund: first.key, reason: 'Batal' })).toMatchInlineSnapshot(`
    "h1: Batalkan catatan pengembalian ini?
    Rp 5.017 dianggap belum dikembalikan. Catatan lama tetap ada, dan koreksinya ditambahkan.
    form method=post novalidate action=/dashboard/payments/INVOICE/refund
    textarea name=refund hidden: FIRST
    textarea name=reason hidden: Batal
    input type=hidden name=confirmed value=1
    button name=act value=take_back: Batalkan catatan ini
    a href=/dashboard/payments/INVOICE/refund: Tidak jadi"
  `)
  await shop.app.sql.write(`update refund set proof = 'p.jpg' where key = $1`, [first.key])
  shop.advance(86_400)
  owner = await signInAs(shop)
  const correction = (await look(path, names)).split('Retak <b>\n')[1]!.split('Rp 6.017')[0]
  expect(correction).toMatchInlineSnapshot(`
    "a href=/dashboard/refund-proof?refund=FIRST download: Unduh bukti
    details
    summary: Ganti bukti
    form method=post novalidate action=?act=prove enctype=multipart/form-data
    input type=hidden name=refund value=FIRST
    label for=proof-FIRST: Foto bukti transfer
    input id=proof-FIRST name=picture type=file accept=image/jpeg,image/png,image/gif,image/webp required
    JPEG, PNG, GIF, atau WebP. Hanya dilihat timmu.
    button name=act value=prove: Simpan bukti
    details
    summary: Betulkan
    form method=post novalidate
    input type=hidden name=refund value=FIRST
    label for=back-FIRST: Alasan membatalkan
    input id=back-FIRST name=reason type=text maxlength=200 required
    button name=act value=take_back: Batalkan catatan ini
    "
  `)
})

test('the form and the rows of refunds by a provider, in English', async () => {
  isSending = true
  const { invoiceId, paid, path: page, names: always } = await paidOrder()
  const path = `${page}?lang=en`
  const { key } = await refundPayment(shop.app, scope(), { invoiceId, amount: 8_017 }, by)
  const names = { ...always, FIRST: key, LEFT: plainRupiah(paid - 8_017) }
  expect(await look(path, names)).toMatchInlineSnapshot(`
    "a href=/dashboard/payments/INVOICE: Payment
    h1: Refund
    form method=post novalidate
    Can still be refunded: LEFT.
    Sandbox sends the money to the payer. Its state appears below; it counts as refunded once that succeeded.
    label for=amount: Amount
    input id=amount name=amount type=text inputmode=numeric maxlength=30
    Leave empty to refund all that is left, or what the chosen goods cost.
    fieldset
    legend: Returned goods
    Enter how many. Leave empty if the refund is not for particular goods.
    label for=line_ITEM: Mug <b>&" (2 at most)
    input id=line_ITEM name=line_ITEM type=text inputmode=numeric maxlength=3
    label for=reason: Reason
    input id=reason name=reason type=text maxlength=200
    The customer reads it too.
    label for=day: Date of the refund
    input id=day name=day type=date
    Leave empty for today. The books record it today.
    label
    input type=checkbox name=restock value=on
    Put the goods back into stock
    label
    input type=checkbox name=noted value=on
    I have sent the money myself
    input type=hidden name=once value=ONCE
    button name=act value=refund: Refund
    h2: Recorded so far
    Rp 8.017
    · Waiting to be sent by the provider ·
    time
    details
    summary: Add a proof
    form method=post novalidate action=?act=prove enctype=multipart/form-data
    input type=hidden name=refund value=FIRST
    label for=proof-FIRST: Picture of the transfer
    input id=proof-FIRST name=picture type=file accept=image/jpeg,image/png,image/gif,image/webp required
    JPEG, PNG, GIF or WebP. Only your team sees it.
    button name=act value=prove: Save the proof"
  `)
  const once = onceOf((await owner.get(path)).text)
  expect(await look(path, names, { act: 'refund', once })).toMatchInlineSnapshot(`
    "h1: Refund this money?
    Sandbox is asked to send LEFT to the payer. The customer is told.
    form method=post novalidate action=/dashboard/payments/INVOICE/refund?lang=en
    textarea name=once hidden: ONCE
    input type=hidden name=confirmed value=1
    button name=act value=refund: Yes, refund
    a href=/dashboard/payments/INVOICE/refund?lang=en: Not now"
  `)
  expect(await look(path, names, { act: 'refund', once, noted: 'on' })).toMatchInlineSnapshot(`
    "h1: Refund this money?
    LEFT is recorded as returned by you; Warung does not send the money. The customer is told.
    form method=post novalidate action=/dashboard/payments/INVOICE/refund?lang=en
    textarea name=once hidden: ONCE
    textarea name=noted hidden: on
    input type=hidden name=confirmed value=1
    button name=act value=refund: Yes, refund
    a href=/dashboard/payments/INVOICE/refund?lang=en: Not now"
  `)
  await sendRefunds(shop.app)
  await shop.app.sql.write('update refund set failures = 5 where key = $1', [key])
  expect(await look(path, names)).toMatchInlineSnapshot(`
    "a href=/dashboard/payments/INVOICE: Payment
    h1: Refund
    form method=post novalidate
    Can still be refunded: LEFT.
    Sandbox sends the money to the payer. Its state appears below; it counts as refunded once that succeeded.
    label for=amount: Amount
    input id=amount name=amount type=text inputmode=numeric maxlength=30
    Leave empty to refund all that is left, or what the chosen goods cost.
    fieldset
    legend: Returned goods
    Enter how many. Leave empty if the refund is not for particular goods.
    label for=line_ITEM: Mug <b>&" (2 at most)
    input id=line_ITEM name=line_ITEM type=text inputmode=numeric maxlength=3
    label for=reason: Reason
    input id=reason name=reason type=text maxlength=200
    The customer reads it too.
    label for=day: Date of the refund
    input id=day name=day type=date
    Leave empty for today. The books record it today.
    label
    input type=checkbox name=restock value=on
    Put the goods back into stock
    label
    input type=checkbox name=noted value=on
    I have sent the money myself
    input type=hidden name=once value=ONCE
    button name=act value=refund: Refund
    h2: Recorded so far
    Rp 8.017
    · Being processed by the provider ·
    time
    no answer
    It is not clear what became of it. Check your provider account, then choose:
    form method=post novalidate
    input type=hidden name=refund value=FIRST
    button name=act value=returned: The money was returned
    button name=act value=not_returned: The money was not returned
    details
    summary: Add a proof
    form method=post novalidate action=?act=prove enctype=multipart/form-data
    input type=hidden name=refund value=FIRST
    label for=proof-FIRST: Picture of the transfer
    input id=proof-FIRST name=picture type=file accept=image/jpeg,image/png,image/gif,image/webp required
    JPEG, PNG, GIF or WebP. Only your team sees it.
    button name=act value=prove: Save the proof"
  `)
  expect(await look(path, names, { act: 'returned', refund: key })).toMatchInlineSnapshot(`
    "h1: Was Rp 8.017 returned to the payer?
    The provider is no longer asked about this refund.
    form method=post novalidate action=/dashboard/payments/INVOICE/refund?lang=en
    textarea name=refund hidden: FIRST
    input type=hidden name=confirmed value=1
    button name=act value=returned: The money was returned
    a href=/dashboard/payments/INVOICE/refund?lang=en: Not now"
  `)
  expect(await look(path, names, { act: 'not_returned', refund: key })).toMatchInlineSnapshot(`
    "h1: Was Rp 8.017 not returned to the payer?
    The provider is no longer asked about this refund.
    form method=post novalidate action=/dashboard/payments/INVOICE/refund?lang=en
    textarea name=refund hidden: FIRST
    input type=hidden name=confirmed value=1
    button name=act value=not_returned: The money was not returned
    a href=/dashboard/payments/INVOICE/refund?lang=en: Not now"
  `)
})

test('a payment that was refunded in full has no form', async () => {
  const { invoiceId, path, names } = await paidOrder()
  const { key } = await refundPayment(shop.app, scope(), { invoiceId }, by)
  expect(await look(`${path}?lang=id`, { ...names, FIRST: key })).toMatchInlineSnapshot(`
    "a href=/dashboard/payments/INVOICE: Pembayaran
    h1: Kembalikan uang
    Tidak ada lagi yang bisa dikembalikan dari pembayaran ini.
    h2: Yang sudah dicatat
    PAID
    · Berhasil ·
    time
    details
    summary: Tambah bukti
    form method=post novalidate action=?act=prove enctype=multipart/form-data
    input type=hidden name=refund value=FIRST
    label for=proof-FIRST: Foto bukti transfer
    input id=proof-FIRST name=picture type=file accept=image/jpeg,image/png,image/gif,image/webp required
    JPEG, PNG, GIF, atau WebP. Hanya dilihat timmu.
    button name=act value=prove: Simpan bukti
    details
    summary: Betulkan
    form method=post novalidate
    input type=hidden name=refund value=FIRST
    label for=reason-FIRST: Alasan
    input id=reason-FIRST name=reason type=text maxlength=200
    button name=act value=change: Simpan alasan
    form method=post novalidate
    input type=hidden name=refund value=FIRST
    label for=back-FIRST: Alasan membatalkan
    input id=back-FIRST name=reason type=text maxlength=200
    button name=act value=take_back: Batalkan catatan ini"
  `)
})
