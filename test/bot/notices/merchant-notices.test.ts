import { expect, test } from 'vitest'
import { merchantNotices } from '../../../bot/notices/merchant-notices.ts'
import type { NoticeReader } from '../../../bot/notices/notice-view.ts'
import { texts } from '../../../bot/texts/texts.ts'
import { createCalendar } from '../../../src/lib/calendar.ts'
import type { App } from '../../../src/needs.ts'
import { seen } from '../screens/samples.ts'

// These views read nothing except the notice's data; those of orders are tested in the journey.
function reader(language: 'id' | 'en' = 'id'): NoticeReader {
  const em = () => ({ findOne: async () => null })
  const app = { calendar: createCalendar('Asia/Jakarta'), em } as unknown as App
  const bot = { id: 1, accountId: null, mode: 'live' as const, username: 'platform_bot', firstName: 'Warung' }
  return { app, bot, chatId: 2, accountId: 3, language, t: texts[language], edited: null }
}

const told = async (message: ReturnType<(typeof merchantNotices)['merchant.bot_revoked']>) => {
  const said = await message
  if (said === null || typeof said === 'number') throw new Error('nothing was said')
  return seen(said)
}

const invoiceId = 'INV-2NVWR5F7P4WPSG18SPTZ'

test.each([
  ['id', 'Dikonfirmasi dengan tangan: kodenya milik merchant lain, dan uangnya tidak terlihat oleh siapa pun di sini.'],
  ['en', 'Confirmed by hand: the code is another merchant’s, and nobody here sees its money.'],
] as const)(
  'only a manually confirmed payment says that its money is not visible here (%s)',
  async (language, words) => {
    const data = { invoiceId, amount: 40_321, paidVia: 'qris', paidAt: '2026-11-21T07:11:00.000Z', paidLate: false }
    const tell = (more: object) =>
      told(merchantNotices['merchant.payment_paid'](reader(language), { ...data, ...more } as never))
    expect(await tell({ isByHand: true })).toContain(words)
    expect(await tell({ isByHand: false })).not.toContain(words)
    expect(await tell({})).not.toContain(words)
  },
)

test('a payment without an order names payer, amount, purpose, method and time', async () => {
  const data = {
    invoiceId,
    amount: 40_321,
    paidVia: 'wallet_direct',
    paidAt: '2026-11-21T07:11:00.000Z',
    customerName: 'Ayu <b>',
    description: '"Kopi" & roti',
    isTest: true,
    paidLate: false,
  }
  expect(await told(merchantNotices['merchant.payment_paid'](reader(), data))).toMatchInlineSnapshot(`
    "<b>💰 Pembayaran diterima</b> · 🧪 UJI
    Nominal: <b>Rp~40.321</b>
    Invoice: INV-2NVWR5F7P4WPSG18SPTZ
    Metode: E-wallet
    Waktu: 21 Nov 2026 14.11 WIB
    Pelanggan: Ayu &lt;b&gt;
    Untuk: &quot;Kopi&quot; &amp; roti"
  `)
  const late = { ...data, paidLate: true, isTest: false, customerName: null, description: null, paidVia: 'elsewhere' }
  expect(await told(merchantNotices['merchant.payment_paid'](reader('en'), late))).toMatchInlineSnapshot(`
    "<b>💰 Payment received (late)</b>
    Amount: <b>Rp~40.321</b>
    Invoice: INV-2NVWR5F7P4WPSG18SPTZ
    Method: elsewhere
    Time: 21 Nov 2026 14:11 WIB"
  `)
})

test('a paid payment offers a ready receipt for WhatsApp', async () => {
  const customer = { customerName: 'Ayu', customerPhone: '081234567890' }
  const payment = { invoiceId, status: 'paid', paidAmount: 40_321, refundedAt: null, ...customer }
  const em = () => ({ findOne: async () => payment, findOneOrFail: async () => ({ displayName: 'Warung Kopi' }) })
  const { app, ...rest } = reader()
  const config = { baseUrl: 'https://warung.example', timeZone: 'Asia/Jakarta' }
  const data = { invoiceId, amount: 40_321, paidVia: 'qris', paidAt: '2026-11-21T07:11:00.000Z', paidLate: false }
  const reading = { ...rest, app: { ...app, em, config } as unknown as App }
  const said = await told(merchantNotices['merchant.payment_paid'](reading, data as never))
  const [, url] = /\[🟢 Kirim struk lewat WhatsApp\] url (\S+)/.exec(said)!
  expect(url).toMatch(/^https:\/\/wa\.me\/6281234567890\?text=/)
  expect(new URL(url!).searchParams.get('text')).toBe(
    'Halo Ayu, pembayaran Rp\u00a040.321 untuk Warung Kopi sudah kami terima. Terima kasih!\n' +
      `Struk: https://warung.example/pay?invoice=${invoiceId}`,
  )
})

test.each(['unmatched', 'late', 'inexact', 'cancelled', 'paid_twice'] as const)(
  'money in review says what is wrong: %s',
  async reason => {
    const data = {
      transferId: 12,
      likelyInvoiceId: null,
      isTest: reason === 'late',
      reason,
      invoiceId: reason === 'unmatched' ? null : invoiceId,
      orderNumber: reason === 'unmatched' ? null : 'ORD-261121-ABC123',
      amount: 25_321,
      payerName: reason === 'unmatched' ? 'ZAINAL <A>' : null,
      occurredAt: '2026-11-21T07:11:00.000Z',
    }
    const said = await told(merchantNotices['merchant.transfer_in_review'](reader(), data))
    expect(said).toContain(`<b>${texts.id.merchant.moneyTitle[reason]}</b>`)
    expect(said).toContain(`${texts.id.merchant.amount}: <b>Rp~25.321</b>`)
    expect(said.includes('🧪 UJI')).toBe(reason === 'late')
    expect(said).toContain('Waktu: 21 Nov 2026 14.11 WIB')
    expect(said).toContain(texts.id.merchant.moneyHint[reason])
    expect(said.includes('Pembayar: ZAINAL &lt;A&gt;')).toBe(reason === 'unmatched')
    expect(said.includes('press seecard:ORD-261121-ABC123')).toBe(reason !== 'unmatched')
    expect(said.includes('press moneyask:12:accept')).toBe(reason === 'late' || reason === 'inexact')
    for (const decision of ['refund', 'ignore']) expect(said).toContain(`press moneyask:12:${decision}`)
  },
)

test('trouble with callbacks, tokens and customers who blocked the bot is reported with its remedy', async () => {
  const callback = { invoiceId, url: 'https://e.x/?a=<1>&b', error: 'status 500', isTest: false }
  expect(await told(merchantNotices['merchant.callback_exhausted'](reader(), callback))).toMatchInlineSnapshot(`
    "<b>⚠️ Callback gagal terus</b>
    Invoice: INV-2NVWR5F7P4WPSG18SPTZ
    <code>https://e.x/?a=&lt;1&gt;&amp;b</code>
    Kesalahan: status 500

    Tidak dicoba lagi. Periksa alamatnya; status pembayaran tetap bisa dibaca lewat API."
  `)
  const failing = { origin: 'https://e.x', failingSince: '2026-11-20T07:11:00Z', isTest: false }
  for (const kind of ['merchant.callback_endpoint_failing', 'merchant.callback_endpoint_disabled'] as const) {
    const said = await told(merchantNotices[kind](reader(), failing))
    expect(said).toContain('<code>https://e.x</code>')
    expect(said).toContain('Gagal terus sejak 20 Nov 2026 14.11 WIB')
  }
  const off = (reason: 'gone' | 'failing' | 'behind') =>
    told(merchantNotices['merchant.callback_endpoint_disabled'](reader('en'), { ...failing, origin: 'Tim', reason }))
  expect(await off('gone')).toContain('the bot was removed from that chat')
  expect(await off('gone')).not.toContain('20 Nov')
  expect(await off('behind')).toContain('More than 50,000 events are waiting for it')
  expect(await off('failing')).toContain('Nothing has arrived since 20 Nov 2026 14:11')
  expect(
    await told(merchantNotices['merchant.bot_revoked'](reader(), { username: 'kopi_bot', isTest: false })),
  ).toMatchInlineSnapshot(
    `"⚠️ Telegram menolak token @kopi_bot, jadi bot itu berhenti. Ambil token baru di BotFather dan daftarkan lagi."`,
  )
  const blocked = { orderNumber: 'ORD-261121-ABC123', customerName: 'Ayu <b>', isTest: false }
  expect(await told(merchantNotices['merchant.customer_blocked'](reader('en'), blocked))).toMatchInlineSnapshot(`
    "⚠️ Ayu &lt;b&gt; has blocked the bot, so updates about order ORD-261121-ABC123 haven’t been delivered. They’ll be sent automatically if the customer comes back.
    [📦 View order] press card:ORD-261121-ABC123"
  `)
})

test('alerts of test mode are marked as such', async () => {
  const [isTest, connection] = [
    true,
    { connector: 'wallet', label: 'Dompet', accountName: 'Kopi', reason: null, error: null },
  ]
  const endpoint = { origin: 'https://e.x', failingSince: '2026-11-20T07:11:00Z', isTest }
  const alerts = [
    merchantNotices['merchant.callback_endpoint_failing'](reader(), endpoint),
    merchantNotices['merchant.callback_endpoint_disabled'](reader(), endpoint),
    merchantNotices['merchant.callback_exhausted'](reader(), { invoiceId, url: 'https://e.x/', error: null, isTest }),
    merchantNotices['merchant.bot_revoked'](reader(), { username: 'kopi_bot', isTest }),
    merchantNotices['merchant.customer_blocked'](reader(), { orderNumber: 'ORD-1', customerName: 'Ayu', isTest }),
    merchantNotices['merchant.connection_failing'](reader(), { ...connection, isTest }),
    merchantNotices['merchant.connection_recovered'](reader(), { ...connection, isTest }),
    merchantNotices['merchant.order_paid_in_vain'](reader(), {
      orderNumber: 'ORD-1',
      invoiceId,
      amount: 25_321,
      reason: 'cancelled',
      isTest,
    }),
  ]
  for (const alert of alerts) expect((await told(alert)).split('\n')[0]).toMatch(/ · 🧪 UJI$/)
})

test.each([
  ['id', 'unauthorized', 'Kredensialnya ditolak. Ganti kredensialnya, atau hubungkan ulang.'],
  ['en', 'unauthorized', 'Its credentials were rejected. Replace them, or connect again.'],
  ['id', 'unreachable', 'Penyedianya tidak menjawab.'],
] as const)(
  "a failing connection gives the reason in %s (%s), and then the provider's own words",
  async (language, reason, why) => {
    const connection = { connector: 'merchant-wallet', label: 'Toko', accountName: 'Kopi', isTest: false }
    const failing = { ...connection, reason, error: 'the provider said: token revoked' }
    const text = await told(merchantNotices['merchant.connection_failing'](reader(language), failing))
    expect(text).toContain(why)
    expect(text).toContain('token revoked')
    expect(text).not.toContain('merchant-wallet')
    const silent = { ...failing, reason: 'silent', error: 'the forwarder is silent' }
    const phone = await told(merchantNotices['merchant.connection_failing'](reader(language), silent))
    expect(phone).not.toContain('the forwarder is silent')
  },
)

test('a withdrawal notice states its progress, who requested it, and what to do if that was not you', async () => {
  const data = {
    mode: 'live' as const,
    withdrawalId: 'WD-2NVWR5F7P4WPSG18S',
    status: 'requested' as const,
    amount: 60_000,
    bank: 'BCA',
    number: '******7890',
    waitsUntil: null,
    note: null,
    by: 'Ayu <b>',
  }
  expect(await told(merchantNotices['merchant.withdrawal'](reader(), data))).toMatchInlineSnapshot(`
    "<b>💸 Penarikan saldo diminta</b>
    Nominal: <b>Rp~60.000</b>
    Ke: BCA ******7890
    Nomor: <code>WD-2NVWR5F7P4WPSG18S</code>
    Diminta oleh: Ayu &lt;b&gt;

    Bukan kamu atau timmu? Segera ganti kata sandi dan hubungi operator sebelum disetujui."
  `)
  const waiting = { ...data, waitsUntil: '2026-11-22T07:11:00.000Z' }
  expect(await told(merchantNotices['merchant.withdrawal'](reader(), waiting))).toContain('22 Nov 2026 14.11 WIB')
  const failed = { ...data, status: 'failed' as const, by: 'operator 1', note: 'Rekening tutup' }
  expect(await told(merchantNotices['merchant.withdrawal'](reader('en'), failed))).toMatchInlineSnapshot(`
    "<b>⚠️ Withdrawal failed</b>
    Amount: <b>Rp~60.000</b>
    To: BCA ******7890
    Number: <code>WD-2NVWR5F7P4WPSG18S</code>
    Operator’s note: Rekening tutup

    The money is back in your balance. Check the account number, then request it again."
  `)
})
