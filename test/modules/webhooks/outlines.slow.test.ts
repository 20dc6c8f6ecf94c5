import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../callbacks/receiver.ts'
import { deliverEventsOnce } from '../../kit/endpoints.ts'
import type { Visitor } from '../../web/browse.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { outlinePage } from '../../web/outline-page.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

// Also uses: bills, counter

// The whole pages of webhooks, in each of their states.

const path = '/dashboard/endpoints'

let shop: WebShop
let receiver: Receiver
let owner: Visitor

beforeAll(async () => {
  receiver = await startReceiver()
  shop = await createWebShop({}, {}, { settings: { OUTBOUND_ALLOW: receiver.host } })
  owner = await signInAs(shop, { username: 'bu-sri' })
  await shop.app.sql.write(
    `insert into bot (id, account_id, mode, username, first_name, me, sealed_token, hook_id)
     values (900, null, 'live', 'platform_bot', 'Platform', '{}', '', 'hook')`,
  )
})
beforeEach(() => {
  receiver.answer = () => ({ status: 200, body: 'thanks' })
})
afterAll(async () => {
  await shop.close()
  await receiver.close()
})

/** Returns the outline of a page, or of the answer to a form, without the long list of event types. */
async function look(
  address: string,
  fields?: Record<string, string>,
  names: Record<string, string> = {},
  visitor = owner,
): Promise<string> {
  const { text } = fields ? await visitor.post(address, fields) : await visitor.get(address)
  const known = {
    ADDRESS: receiver.url,
    SECRET: /whsec_[\w+/=]+/.exec(text)?.[0] ?? 'no secret',
    KEY: /whpk_[\w+/=]+/.exec(text)?.[0] ?? 'no key',
    WEEK_AGO: /name="failed_since" [^>]*value="([^"]*)"/.exec(text)?.[1] ?? 'no week ago',
    ...names,
  }
  return shop.app.outward.types
    .slice(1)
    .reduce(
      (outline, type) =>
        outline
          .replaceAll(`label\ninput type=checkbox name=types value=${type}\n${type}\n`, '')
          .replaceAll(`option value=${type}: ${type}\n`, ''),
      outlinePage(text, known),
    )
}

/** Creates a webhook. Returns the address of its page, and the names of what differs in each run. */
async function make(body: object) {
  const { endpoint_id: id, data } = (await shop.api('/create-endpoint', { body: { url: receiver.url, ...body } })).body
  return { id, page: `${path}/one?endpoint=${id}`, names: { ENDPOINT: id, PUBLIC: data.public_key } }
}

test('the list, the form for another one, and a refused form', async () => {
  expect(await look(path)).toMatchInlineSnapshot(`
    "nav aria-label=Kabar otomatis
    a href=/dashboard/callbacks: Callback pembayaran
    a href=/dashboard/endpoints aria-current=page: Server dan grup
    h1: Endpoint
    Kirim kabar otomatis ke server, grup Telegram, Discord, Slack, atau ntfy, untuk jenis kejadian yang kamu pilih. Callback pembayaran hanya mengabari satu alamat, dan hanya tentang pembayaran.
    Belum ada apa-apa di sini.
    h2: Tambah endpoint
    form method=post novalidate
    label for=url: Alamat
    input id=url name=url type=url maxlength=2048 required
    URL server-mu, atau alamat webhook Discord, Slack atau ntfy: formatnya dikenali sendiri.
    label for=description: Nama
    input id=description name=description type=text maxlength=200
    Misalnya "Gudang". Boleh kosong.
    details
    summary: Jenis event: Tanpa centang berarti semua, termasuk yang baru nanti.
    fieldset
    legend: Jenis event
    label
    input type=checkbox name=types value=payment.created
    payment.created
    button name=act value=create: Tambah endpoint
    h2: Grup atau channel Telegram
    Masukkan @platform_bot ke grup atau channel timmu, lalu tekan satu tombol di chat-mu dengannya. Chat-mu sendiri harus sudah terhubung, di halaman Bot dan chat.
    a href=https://t.me/platform_bot?startgroup=team: Tambah ke grup
    a href=https://t.me/platform_bot?startchannel=team&admin=post_messages: Tambah ke channel"
  `)
  const typed = { act: 'create', url: 'x'.repeat(2049), description: 'a'.repeat(201), types: 'payment.created' }
  const refused = (await look(path, typed)).replace(typed.url, 'LONG').replace(typed.description, 'LONG')
  expect(refused).toMatchInlineSnapshot(`
    "nav aria-label=Kabar otomatis
    a href=/dashboard/callbacks: Callback pembayaran
    a href=/dashboard/endpoints aria-current=page: Server dan grup
    h1: Endpoint
    Kirim kabar otomatis ke server, grup Telegram, Discord, Slack, atau ntfy, untuk jenis kejadian yang kamu pilih. Callback pembayaran hanya mengabari satu alamat, dan hanya tentang pembayaran.
    Periksa lagi: Nama. Paling panjang 200 karakter. Periksa lagi: Alamat. Paling panjang 2.048 karakter.
    Belum ada apa-apa di sini.
    h2: Tambah endpoint
    form method=post novalidate
    label for=url: Alamat
    input id=url name=url type=url value=LONG maxlength=2048 required aria-invalid=true
    Paling panjang 2.048 karakter.
    URL server-mu, atau alamat webhook Discord, Slack atau ntfy: formatnya dikenali sendiri.
    label for=description: Nama
    input id=description name=description type=text value=LONG maxlength=200 autofocus aria-invalid=true
    Paling panjang 200 karakter.
    Misalnya "Gudang". Boleh kosong.
    details
    summary: Jenis event: Tanpa centang berarti semua, termasuk yang baru nanti.
    fieldset
    legend: Jenis event
    label
    input type=checkbox name=types value=payment.created
    payment.created
    button name=act value=create: Tambah endpoint
    h2: Grup atau channel Telegram
    Masukkan @platform_bot ke grup atau channel timmu, lalu tekan satu tombol di chat-mu dengannya. Chat-mu sendiri harus sudah terhubung, di halaman Bot dan chat.
    a href=https://t.me/platform_bot?startgroup=team: Tambah ke grup
    a href=https://t.me/platform_bot?startchannel=team&admin=post_messages: Tambah ke channel"
  `)
  const first = await make({ types: ['payment.created'], description: 'Gudang <b>' })
  const second = await make({ enabled: false })
  const list = await look(path, undefined, { FIRST: first.id, SECOND: second.id })
  expect(list.split('\nh2')[0]).toMatchInlineSnapshot(`
    "nav aria-label=Kabar otomatis
    a href=/dashboard/callbacks: Callback pembayaran
    a href=/dashboard/endpoints aria-current=page: Server dan grup
    h1: Endpoint
    Kirim kabar otomatis ke server, grup Telegram, Discord, Slack, atau ntfy, untuk jenis kejadian yang kamu pilih. Callback pembayaran hanya mengabari satu alamat, dan hanya tentang pembayaran.
    a href=/dashboard/endpoints/one?endpoint=FIRST: Gudang <b>
    ADDRESS · 1 jenis
    Aktif
    a href=/dashboard/endpoints/one?endpoint=SECOND: ADDRESS
    Semua jenis
    Mati"
  `)
})

test('a new webhook and a new secret are shown once', async () => {
  const made = await look(path, { act: 'create', url: receiver.url, description: ' ' })
  const [id] = /EP-\w{17}/.exec(made)!
  expect(made.replaceAll(id, 'ENDPOINT')).toMatchInlineSnapshot(`
    "nav aria-label=Kabar otomatis
    a href=/dashboard/callbacks: Callback pembayaran
    a href=/dashboard/endpoints aria-current=page: Server dan grup
    h1: Ini secret endpoint-mu
    Salin sekarang. Setelah halaman ini ditutup, secret ini tidak bisa dilihat lagi.
    SECRET
    button type=button data-copies=made data-copied=Tersalin hidden: Salin
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT: Sudah saya simpan"
  `)
  const rolled = await look(`${path}/one?endpoint=${id}`, { act: 'roll' })
  expect(rolled.split('h1: ')[1]).toBe(made.split('h1: ')[1])
})

test('a webhook without deliveries, for its owner and for a reader', async () => {
  const { page, names } = await make({ types: ['payment.created'], description: 'Gudang' })
  expect(await look(page, undefined, names)).toMatchInlineSnapshot(`
    "a href=/dashboard/endpoints: Endpoint
    h1: Gudang
    Aktif
    dl
    dt: Alamat
    dd: ADDRESS
    dt: Jenis event
    dd: payment.created
    dt: Hari ini
    dd: 0 sampai, 0 gagal
    dt: Kunci publik (v1a)
    dd
    KEY
    form method=post novalidate
    label for=description: Nama
    input id=description name=description type=text value=Gudang maxlength=200
    Misalnya "Gudang". Boleh kosong.
    details open
    summary: Jenis event: Tanpa centang berarti semua, termasuk yang baru nanti.
    fieldset
    legend: Jenis event
    label
    input type=checkbox name=types value=payment.created checked
    payment.created
    button name=act value=change: Simpan
    form method=post novalidate
    label for=type: Kirim contoh
    select id=type name=type
    option value=payment.created: payment.created
    button name=act value=example: Kirim contoh
    form method=post novalidate
    input type=hidden name=on value=0
    button name=act value=switch: Jeda
    form method=post novalidate
    button name=act value=roll: Ganti secret
    form method=post novalidate
    button name=act value=remove: Hapus
    Secret baru dan lama sama-sama menandatangani selama satu hari.
    h2: Pengiriman
    nav aria-label=Status
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT aria-current=page: Semua
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&state=pending: Menunggu
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&state=delivered: Sampai
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&state=exhausted: Gagal
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&state=blocked: Ditolak
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&state=stopped: Dihentikan
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&state=paused: Dijeda
    form method=get action=/dashboard/endpoints/one
    input type=hidden name=endpoint value=ENDPOINT
    details
    summary: Saring
    label for=only: Jenis
    select id=only name=type
    option value= selected: Semua jenis
    option value=payment.created: payment.created
    label for=from: Dari
    input id=from name=from type=datetime-local
    label for=to: Sampai
    input id=to name=to type=datetime-local
    button: Tampilkan
    Belum ada apa-apa di sini.
    form method=post novalidate
    label for=failed_since: Gagal sejak
    input id=failed_since name=failed_since type=datetime-local value=WEEK_AGO required
    button name=act value=failed: Kirim ulang yang gagal"
  `)
  const reader = await signInAs(shop, { role: 'read_only' })
  expect(await look(page, undefined, names, reader)).toMatchInlineSnapshot(`
    "a href=/dashboard/endpoints: Endpoint
    h1: Gudang
    Aktif
    dl
    dt: Alamat
    dd: ADDRESS
    dt: Jenis event
    dd: payment.created
    dt: Hari ini
    dd: 0 sampai, 0 gagal
    dt: Kunci publik (v1a)
    dd
    KEY
    h2: Pengiriman
    nav aria-label=Status
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT aria-current=page: Semua
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&state=pending: Menunggu
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&state=delivered: Sampai
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&state=exhausted: Gagal
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&state=blocked: Ditolak
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&state=stopped: Dihentikan
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&state=paused: Dijeda
    form method=get action=/dashboard/endpoints/one
    input type=hidden name=endpoint value=ENDPOINT
    details
    summary: Saring
    label for=only: Jenis
    select id=only name=type
    option value= selected: Semua jenis
    option value=payment.created: payment.created
    label for=from: Dari
    input id=from name=from type=datetime-local
    label for=to: Sampai
    input id=to name=to type=datetime-local
    button: Tampilkan
    Belum ada apa-apa di sini."
  `)
})

test('a webhook that was paused, or disabled because it failed', async () => {
  const { id, page, names } = await make({})
  await owner.post(page, { act: 'switch', on: '0' })
  const aboutOf = async (address = page) => (await look(address, undefined, names)).split('\nform')[0]!
  expect(await aboutOf()).toMatchInlineSnapshot(`
    "a href=/dashboard/endpoints: Endpoint
    h1: ADDRESS
    Mati
    Dijeda oleh bu-sri
    dl
    dt: Alamat
    dd: ADDRESS
    dt: Jenis event
    dd: Semua jenis
    dt: Hari ini
    dd: 0 sampai, 0 gagal
    dt: Kunci publik (v1a)
    dd
    KEY"
  `)
  await shop.app.sql.write(
    `update endpoint set disabled_reason = 'failing', disabled_by = null, failing_since = $2 where id = $1`,
    [id, shop.app.now()],
  )
  expect((await aboutOf(`${page}&lang=en`)).replace(/(to|yester)day \d\d:\d\d/, 'WHEN')).toMatchInlineSnapshot(`
    "a href=/dashboard/endpoints: Endpoints
    h1: ADDRESS
    Off
    Switched off automatically: nothing arrived for five days.
    Failing since WHEN
    dl
    dt: Address
    dd: ADDRESS
    dt: Event types
    dd: All types
    dt: Today
    dd: 0 delivered, 0 failed
    dt: Public key (v1a)
    dd
    KEY"
  `)
  await owner.get(`${page}&lang=id`)
})

test('the deliveries of a webhook with their attempts, and the question before each act', async () => {
  const { id, page, names: always } = await make({ types: ['payment.created'] })
  const invoice = await shop.invoice()
  await deliverEventsOnce(shop)
  receiver.answer = () => ({ status: 500, body: 'x'.repeat(1_100) })
  await shop.invoice()
  await deliverEventsOnce(shop)
  receiver.answer = () => 'hang up'
  await shop.invoice()
  await deliverEventsOnce(shop)
  await shop.app.sql.write(
    `update endpoint_attempt t set duration_ms = 7, error = case when t.status is null then null else t.error end
     from endpoint_delivery d where d.id = t.delivery_id and d.endpoint_id = $1`,
    [id],
  )
  await shop.app.sql.write(
    `update outward_event e set body = 'BODY' from endpoint_delivery d
    where d.event_id = e.id and d.endpoint_id = $1`,
    [id],
  )
  const rows = await shop.app.sql.query<{ id: number }>(
    'select id from endpoint_delivery where endpoint_id = $1 order by id',
    [id],
  )
  const [first, second, third] = rows.map(row => `value=${row.id}`)
  const names = {
    ...always,
    'value=FIRST': first!,
    'value=SECOND': second!,
    'value=THIRD': third!,
    LONG: 'x'.repeat(1024),
    INVOICE: invoice,
  }
  const listOf = async (query = '') => {
    const outline = await look(`${page}${query}`, undefined, names)
    return outline.split('\nh2: Pengiriman')[1]!.replace(/(hari ini|kemarin|besok) \d\d\.\d\d/g, 'WHEN')
  }
  expect(await listOf()).toMatchInlineSnapshot(`
    "
    nav aria-label=Status
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT aria-current=page: Semua
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&state=pending: Menunggu
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&state=delivered: Sampai
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&state=exhausted: Gagal
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&state=blocked: Ditolak
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&state=stopped: Dihentikan
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&state=paused: Dijeda
    form method=get action=/dashboard/endpoints/one
    input type=hidden name=endpoint value=ENDPOINT
    details
    summary: Saring
    label for=only: Jenis
    select id=only name=type
    option value= selected: Semua jenis
    option value=payment.created: payment.created
    label for=from: Dari
    input id=from name=from type=datetime-local
    label for=to: Sampai
    input id=to name=to type=datetime-local
    button: Tampilkan
    payment.created
    WHEN · berikutnya WHEN
    details
    summary: Yang dikirim
    BODY
    WHEN · Tidak ada jawaban · 7 ms
    Menunggu
    form method=post novalidate
    input type=hidden name=delivery value=THIRD
    button name=act value=resend: Kirim ulang
    payment.created
    WHEN · berikutnya WHEN
    details
    summary: Yang dikirim
    BODY
    WHEN · HTTP 500 · 7 ms
    Jawaban:
    LONG
    Menunggu
    form method=post novalidate
    input type=hidden name=delivery value=SECOND
    button name=act value=resend: Kirim ulang
    payment.created
    WHEN
    details
    summary: Yang dikirim
    BODY
    WHEN · HTTP 200 · 7 ms
    Jawaban:
    thanks
    Sampai
    form method=post novalidate
    input type=hidden name=delivery value=FIRST
    button name=act value=resend: Kirim ulang
    form method=post novalidate
    input type=hidden name=delivery value=FIRST
    button name=act value=erase: Hapus isinya
    form method=post novalidate
    label for=failed_since: Gagal sejak
    input id=failed_since name=failed_since type=datetime-local value=WEEK_AGO required
    button name=act value=failed: Kirim ulang yang gagal"
  `)
  const delivery = String(rows[0]!.id)
  expect(
    await look(page, { act: 'erase', delivery }, { ...names, 'hidden: DELIVERY': `hidden: ${delivery}` }),
  ).toMatchInlineSnapshot(`
    "h1: Hapus isi pengiriman ini?
    Isi yang dikirim dan jawabannya dihapus untuk selamanya.
    form method=post novalidate action=/dashboard/endpoints/one?endpoint=ENDPOINT
    textarea name=delivery hidden: DELIVERY
    input type=hidden name=confirmed value=1
    button name=act value=erase: Hapus isinya
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT: Tidak jadi"
  `)
  await owner.post(page, { act: 'erase', delivery, confirmed: '1' })
  const filters = '&type=payment.created&state=delivered&from=2020-01-01T00:00&to=2090-01-01T00:00'
  expect(await listOf(filters)).toMatchInlineSnapshot(`
    "
    nav aria-label=Status
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&type=payment.created&from=2020-01-01T00%3A00&to=2090-01-01T00%3A00: Semua
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&type=payment.created&from=2020-01-01T00%3A00&to=2090-01-01T00%3A00&state=pending: Menunggu
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&type=payment.created&from=2020-01-01T00%3A00&to=2090-01-01T00%3A00&state=delivered aria-current=page: Sampai
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&type=payment.created&from=2020-01-01T00%3A00&to=2090-01-01T00%3A00&state=exhausted: Gagal
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&type=payment.created&from=2020-01-01T00%3A00&to=2090-01-01T00%3A00&state=blocked: Ditolak
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&type=payment.created&from=2020-01-01T00%3A00&to=2090-01-01T00%3A00&state=stopped: Dihentikan
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT&type=payment.created&from=2020-01-01T00%3A00&to=2090-01-01T00%3A00&state=paused: Dijeda
    form method=get action=/dashboard/endpoints/one
    input type=hidden name=endpoint value=ENDPOINT
    input type=hidden name=state value=delivered
    details open
    summary: Saring
    label for=only: Jenis
    select id=only name=type
    option value=: Semua jenis
    option value=payment.created selected: payment.created
    label for=from: Dari
    input id=from name=from type=datetime-local value=2020-01-01T00:00
    label for=to: Sampai
    input id=to name=to type=datetime-local value=2090-01-01T00:00
    button: Tampilkan
    payment.created
    WHEN
    Isinya dihapus
    Sampai
    form method=post novalidate
    label for=failed_since: Gagal sejak
    input id=failed_since name=failed_since type=datetime-local value=WEEK_AGO required
    button name=act value=failed: Kirim ulang yang gagal"
  `)
  expect(await look(page, { act: 'remove' }, names)).toMatchInlineSnapshot(`
    "h1: Hapus endpoint ini?
    Event yang masih menunggu tidak akan dikirim.
    form method=post novalidate action=/dashboard/endpoints/one?endpoint=ENDPOINT
    input type=hidden name=confirmed value=1
    button name=act value=remove: Hapus
    a href=/dashboard/endpoints/one?endpoint=ENDPOINT: Tidak jadi"
  `)
})

test('a refused form of a webhook names the mistake, and each act returns to the right page', async () => {
  const { page, names } = await make({ types: ['payment.created'] })
  const bannerOf = async (fields: Record<string, string>) => (await look(page, fields, names)).split('\n')[3]
  expect(await bannerOf({ act: 'failed', failed_since: 'x' })).toMatchInlineSnapshot(
    `"Periksa lagi: Gagal sejak. Harus tanggal yang ada, boleh dengan jam."`,
  )
  expect(await bannerOf({ act: 'failed', failed_since: '' })).toMatchInlineSnapshot(
    `"WEEK_AGOPWEEK_AGOeWEEK_AGOrWEEK_AGOiWEEK_AGOkWEEK_AGOsWEEK_AGOaWEEK_AGO WEEK_AGOlWEEK_AGOaWEEK_AGOgWEEK_AGOiWEEK_AGO:WEEK_AGO WEEK_AGOGWEEK_AGOaWEEK_AGOgWEEK_AGOaWEEK_AGOlWEEK_AGO WEEK_AGOsWEEK_AGOeWEEK_AGOjWEEK_AGOaWEEK_AGOkWEEK_AGO.WEEK_AGO WEEK_AGOWWEEK_AGOaWEEK_AGOjWEEK_AGOiWEEK_AGObWEEK_AGO WEEK_AGOdWEEK_AGOiWEEK_AGOiWEEK_AGOsWEEK_AGOiWEEK_AGO.WEEK_AGO"`,
  )
  expect(await bannerOf({ act: 'change', types: 'payment.payed' })).toMatchInlineSnapshot(
    `"Periksa lagi: Jenis event. Pilih salah satu: payment.created, payment.paid, payment.expired, payment.cancelled, payment.refunded, transfer.in_review, transfer.reviewed, order.placed, order.waiting_payment, order.paid, order.processing, order.shipped, order.delivered, order.completed, order.cancelled, order.undone, order.paid_in_vain, order.reviewed, bill.created, bill.partly_paid, bill.paid, bill.used, bill.overpaid, bill.overdue, bill.closed, bill.expired, shift.opened, shift.closed, stock.low, stock.changed, customer.created, withdrawal.moved, connection.failing, connection.recovered, endpoint.disabled."`,
  )
  const leads = async (fields: Record<string, string>) =>
    (await owner.post(page, fields)).location?.replace(/EP-\w+/, 'ENDPOINT')
  expect(await leads({ act: 'change', description: ' Gudang ', types: 'payment.paid' })).toMatchInlineSnapshot(
    `"/dashboard/endpoints/one?endpoint=ENDPOINT&done=saved"`,
  )
  expect(await leads({ act: 'example', type: 'payment.paid' })).toMatchInlineSnapshot(
    `"/dashboard/endpoints/one?endpoint=ENDPOINT&done=sent"`,
  )
  expect(await leads({ act: 'failed', failed_since: '2090-01-01T00:00' })).toMatchInlineSnapshot(
    `"/dashboard/endpoints/one?endpoint=ENDPOINT&done=none_failed"`,
  )
  await shop.app.sql.write(
    `update endpoint_delivery set state = 'exhausted', attempts = 1, requested_by = null
    where endpoint_id = $1`,
    [names.ENDPOINT],
  )
  await shop.app.sql.write(
    `insert into endpoint_attempt (delivery_id, account_id, number, attempted_at, status, duration_ms)
    select id, account_id, 1, $2, 500, 7 from endpoint_delivery where endpoint_id = $1`,
    [names.ENDPOINT, shop.app.now()],
  )
  expect(await leads({ act: 'failed', failed_since: '2020-01-01T00:00' })).toMatchInlineSnapshot(
    `"/dashboard/endpoints/one?endpoint=ENDPOINT&done=none_failed"`,
  )
  expect(await leads({ act: 'switch', on: '0' })).toMatchInlineSnapshot(
    `"/dashboard/endpoints/one?endpoint=ENDPOINT&done=saved"`,
  )
  expect(await leads({ act: 'remove', confirmed: '1' })).toMatchInlineSnapshot(`"/dashboard/endpoints?done=removed"`)
})

test('twenty deliveries are shown at once, with a link to older ones', async () => {
  const { id, page } = await make({ types: ['stock.low'] })
  await shop.app.sql.write(
    `with planted as (
       insert into outward_event (id, account_id, mode, type, object, sequence, body, created_at)
       select gen_random_uuid(), $2, 'test', 'stock.low', 'stock ' || n, 1, 'b', $3 from generate_series(1, 21) n
       returning id, object)
     insert into endpoint_delivery (endpoint_id, event_id, account_id, mode, type, object, sequence, state, attempts,
       next_at, created_at)
     select $1, id, $2, 'test', 'stock.low', object, 1, 'delivered', 1, $3, $3 from planted`,
    [id, shop.demo.accountId, shop.app.now()],
  )
  const rowsOf = (text: string) => text.match(/<b>stock\.low<\/b>/g)?.length
  const { text } = await owner.get(`${page}&state=delivered`)
  expect(rowsOf(text)).toBe(20)
  const olderIn = (page: string) => /href="([^"]*)"[^>]*>Lebih lama</.exec(page)?.[1]?.replaceAll('&amp;', '&')
  const older = olderIn(text)!
  expect(older).toMatch(/state=delivered&before=\d+$/)
  const last = (await owner.get(older)).text
  expect(rowsOf(last)).toBe(1)
  expect(olderIn(last)).toBeUndefined()
})
