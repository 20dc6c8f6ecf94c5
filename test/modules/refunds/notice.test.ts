import { expect, test } from 'vitest'
import type { NoticeReader } from '../../../bot/notices/notice-view.ts'
import { texts } from '../../../bot/texts/texts.ts'
import { refundNotices } from '../../../src/modules/refunds/bot/refund-notices.ts'
import type { RefundNotices } from '../../../src/modules/refunds/refund-words.ts'
import type { App } from '../../../src/needs.ts'
import { seen } from '../../bot/screens/samples.ts'

const failed: RefundNotices['merchant.refund_failed'] = {
  invoiceId: 'INV-2NVWR5F7P4WPSG18SPTZ',
  mode: 'live',
  amount: 40_321,
  failure: 'this issuer <b>',
  state: 'failed',
  goods: 'taken_out',
}

async function read(data: object, { language = 'id', baseUrl = 'https://warung.example' } = {}) {
  const app = { config: { baseUrl, botToken: 'token' } } as unknown as App
  const as = language as 'id' | 'en'
  const reader = { app, language: as, t: texts[as] } as unknown as NoticeReader
  const said = await refundNotices['merchant.refund_failed'](reader, { ...failed, ...data })
  if (said === null || typeof said === 'number') throw new Error('nothing was said')
  return seen(said)
}

test('a refund that failed says why, what became of the goods, and what remains to be done', async () => {
  expect(await read({})).toMatchInlineSnapshot(`
    "⚠️ <b>Rp~40.321 tidak jadi dikembalikan</b>
    <code>INV-2NVWR5F7P4WPSG18SPTZ</code>
    this issuer &lt;b&gt;

    Kirim sendiri uangnya ke pembeli, lalu catat pengembaliannya.
    Barang yang tadi masuk lagi ke stok sudah dikeluarkan.
    [Buka pengembalian] url https://warung.example/dashboard/payments/INV-2NVWR5F7P4WPSG18SPTZ/refund"
  `)
  expect(await read({ goods: 'in_stock', mode: 'test' })).toMatchInlineSnapshot(`
    "⚠️ <b>Rp~40.321 tidak jadi dikembalikan</b> · 🧪 UJI
    <code>INV-2NVWR5F7P4WPSG18SPTZ</code>
    this issuer &lt;b&gt;

    Kirim sendiri uangnya ke pembeli, lalu catat pengembaliannya.
    Barangnya masih tercatat di stok. Periksa stoknya kalau barang itu tidak jadi kembali.
    [Buka pengembalian] url https://warung.example/dashboard/payments/INV-2NVWR5F7P4WPSG18SPTZ/refund"
  `)
  expect(await read({ goods: 'none', failure: null }, { language: 'en' })).toMatchInlineSnapshot(`
    "⚠️ <b>Rp~40.321 was not refunded</b>
    <code>INV-2NVWR5F7P4WPSG18SPTZ</code>

    Send the money to the customer yourself, then record the refund.
    [Open the refund] url https://warung.example/dashboard/payments/INV-2NVWR5F7P4WPSG18SPTZ/refund"
  `)
})

test('a refund whose outcome is unknown asks the merchant to find out', async () => {
  expect(await read({ state: 'unknown', goods: 'none' }, { language: 'en' })).toMatchInlineSnapshot(`
    "⚠️ <b>Rp~40.321: it is not clear whether it was refunded</b>
    <code>INV-2NVWR5F7P4WPSG18SPTZ</code>
    this issuer &lt;b&gt;

    Its connection is gone. Check your provider account to see whether the money was sent, then record it.
    [Open the refund] url https://warung.example/dashboard/payments/INV-2NVWR5F7P4WPSG18SPTZ/refund"
  `)
})

test('a shop without a public address has no button', async () => {
  expect(await read({}, { baseUrl: 'http://localhost:3000' })).not.toContain('[')
})
