import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConnection } from '../../../src/connections/create-connection.ts'
import { listConnections } from '../../../src/connections/list-connections.ts'
import { setBridge } from '../../../src/connections/set-bridge.ts'
import { makeBridgeAccess } from '../../../src/connectors/bridge/simulator.ts'
import { makeInteractiveCredentials } from '../../../src/connectors/interactive/simulator.ts'
import { makeStaticCode } from '../../../src/connectors/simulator/qris-code.ts'
import type { Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { signInAs } from './members.ts'

let shop: WebShop
let owner: Visitor
let reader: Visitor

beforeAll(async () => {
  shop = await createWebShop()
  for (const connector of ['wallet', 'bank', 'merchant-wallet'] as const) {
    const { base_url, key } = makeBridgeAccess(shop.sandboxUrl, connector)
    await setBridge(shop.app, { connector, mode: 'test', baseUrl: base_url, key })
  }
  const { id } = await shop.app.sql
    .query<{ id: number }>("insert into account (name, display_name) values ('kedai', 'Kedai Baru') returning id")
    .then(rows => rows[0]!)
  owner = await signInAs(shop, { username: 'ayu', accountId: id })
  reader = await signInAs(shop, { role: 'read_only', accountId: id })
})
afterAll(() => shop.close())

describe('connecting', () => {
  test('connecting a wallet asks for the phone number, the OTP and the PIN, one after another', async () => {
    const started = await owner.post('/dashboard/connections/add/wallet', {
      act: 'connect',
      label: 'Dompet',
      phone: '0812 3456-7890',
    })
    expect(started.location).toMatch(/^\/dashboard\/connecting\/\d+$/)
    const asked = await owner.get(started.location!)
    expect(asked.text).toContain('Masukkan kode OTP')
    const wrong = await owner.post(started.location!, { act: 'answer', code: '999999' })
    const again = await owner.get(wrong.location!)
    expect(again.text).toContain('Sisa 2 percobaan.')
    expect(again.text).toContain('Kodenya salah.')
    expect((await owner.get(`${started.location}?lang=en`)).text).toContain('The code is wrong.')
    await owner.get(`${started.location}?lang=id`)
    const pin = await owner.post(started.location!, { act: 'answer', code: '123456' })
    expect((await owner.get(pin.location!)).text).toContain('Masukkan PIN e-wallet')
    const connected = await owner.post(started.location!, { act: 'answer', code: '112233' })
    expect(connected.location).toMatch(/^\/dashboard\/connections\/\d+\?done=connected$/)
    const { text } = await owner.get(connected.location!)
    expect(text).toContain('081234567890')
    expect(text).toMatch(/Melayani<\/dt><dd>Transfer e-wallet</)
    expect(text).not.toContain('112233')
  })

  test('a wallet locks after three wrong codes, explains that, and can be started again', async () => {
    const path = '/dashboard/connections/add/wallet'
    const { location } = await owner.post(path, { act: 'connect', label: 'Dompet', phone: '081234567890' })
    for (let attempt = 0; attempt < 3; attempt++) await owner.post(location!, { act: 'answer', code: '999999' })
    const { text } = await owner.get(location!)
    expect(text).toContain('Terlalu banyak kode yang salah')
    expect(text).toContain(`href="${path}"`)
    expect(text).not.toContain('name="code"')
  })

  test('a second wallet is refused because one is already connected', async () => {
    const path = '/dashboard/connections/add/wallet'
    const second = await owner.post(path, { act: 'connect', label: 'Dompet 2', phone: '081234567891' })
    expect(second.status).toBe(400)
    expect(second.text).toContain('Sudah terhubung')
  })

  test('a wallet whose session ended explains that in the language of the page', async () => {
    const { base_url, key } = makeBridgeAccess(shop.sandboxUrl, 'wallet')
    const wanted = "select id from connection where label = 'Dompet' and connector = 'wallet'"
    const [{ id }] = (await shop.app.sql.query<{ id: number }>(wanted)) as [{ id: number }]
    const ended = JSON.stringify({ base_url, token: key, session: 'ended', account: '081234567890' })
    const sealed = shop.app.seal.seal(ended, `connection|credentials|${id}`)
    await shop.app.sql.write('update connection set sealed_credentials = $2 where id = $1', [id, sealed])
    const tested = (language: string) => owner.get(`/dashboard/connections/${id}?tested=1&lang=${language}`)
    expect((await tested('en')).text).toContain('does not work. Its credentials were rejected.')
    expect((await tested('id')).text).toContain('Koneksinya tidak berfungsi. Kredensialnya ditolak.')
    await shop.app.sql.write(
      "update connection set failing_since = now(), failing_kind = 'unauthorized', failing_error = 'token revoked' where id = $1",
      [id],
    )
    const shown = (language: string) => owner.get(`/dashboard/connections/${id}?lang=${language}`)
    expect((await shown('en')).text).toContain('Its credentials were rejected. Replace them, or connect again.')
    const stored = (await shown('id')).text
    expect(stored).toContain('Kredensialnya ditolak. Ganti kredensialnya, atau hubungkan ulang.')
    expect(stored).toContain('<small lang="en">token revoked</small>')
  })

  test('a bank connects with its credentials alone, and can be tested, switched off and on, and removed', async () => {
    const fields = {
      host: 'api.bank.example',
      username: 'kedai',
      password: 'rahasia',
      merchant_id: '885211112222',
      terminal_id: 'T1',
    }
    const { location } = await owner.post('/dashboard/connections/add/bank', {
      act: 'connect',
      label: 'Bank',
      ...fields,
    })
    const path = location!.split('?')[0]!
    expect((await owner.get(`${path}?tested=1`)).text).toContain('Koneksinya berfungsi')
    await owner.post(path, { act: 'off' })
    expect((await owner.get(path)).text).toContain('Nonaktif')
    await owner.post(path, { act: 'on' })
    expect((await owner.get(path)).text).not.toContain('Tidak dipakai untuk pembayaran baru')
    expect((await owner.post(path, { act: 'remove', confirmed: '1' })).location).toBe(
      '/dashboard/connections?done=removed',
    )
    expect((await owner.get(path)).status).toBe(404)
  })

  test('a merchant wallet accepts a pasted token and device info, and points out invalid JSON', async () => {
    const path = '/dashboard/connections/add/merchant-wallet'
    const wrong = await owner.post(path, {
      act: 'connect',
      label: 'Dompet merchant',
      token: '{"a"',
      device: '{"os": "android"}',
    })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('Token aplikasi merchant')
    const right = await owner.post(path, {
      act: 'connect',
      label: 'Dompet merchant',
      token: '{"access_token": "abc", "outlet_name": "Kedai", "outlet_id": "G77"}',
      device: '{"os": "android"}',
    })
    expect(right.location).toMatch(/^\/dashboard\/connections\/\d+\?done=connected$/)
  })

  test('a phone must be named after a bank, because payers see the name beside the account number', async () => {
    const { text } = await owner.get('/dashboard/connections/add/mutations?lang=en')
    expect(/<input[^>]*name="label"[^>]*>/.exec(text)![0]).not.toMatch(/value="[^"]/)
    expect(text).toContain('customers see it above the number to pay to')
    const wallet = await owner.get('/dashboard/connections/add/wallet?lang=id')
    expect(/<input[^>]*name="label"[^>]*>/.exec(wallet.text)![0]).toContain('value="E-wallet"')
  })

  test('the page of a phone shows its address, its secret and a QR code to scan', async () => {
    const { location } = await owner.post('/dashboard/connections/add/mutations', {
      act: 'connect',
      label: 'HP kasir',
      account: '0899000111',
      method: 'qris_user',
      dialect: 'native',
      apps: 'com.gojek.gopaymerchant',
      heartbeat_s: '60',
    })
    const { text } = await owner.get(location!)
    expect(text).toMatch(/\/hooks\/mutations\/\d+/)
    expect(text).toContain('<svg')
    expect(text).toContain('setiap 60 detik')
    expect(text).toContain('GoPay Merchant')

    // A phone that is being set up does not report yet.
    const one = location!.replace(/\/forwarder.*/, '')
    const untold = await owner.get(`${one}?tested=1`)
    expect(untold.text).toContain('HP belum pernah melapor.')
    expect(untold.text).toContain('<dd>belum pernah melapor</dd>')
    shop.advance(60)
    await shop.app.sql.write('update reading set watermark = $1, reported_at = $1', [shop.app.now()])
    expect((await owner.get(`${one}?tested=1`)).text).toContain('HP terakhir melapor ')
  })

  test.each([
    ['snap', 'client_id'],
    ['interactive', 'mid'],
  ])(
    'a merchant tries their own provider (%s) with a pre-filled example, and sees which methods it offers',
    async (connector, named) => {
      const path = `/dashboard/connections/add/${connector}`
      expect((await owner.get(path)).text).toContain('Isi dengan contoh dari sandbox')
      const filled = await owner.get(`${path}?example=1`)
      const fields = valuesIn(filled.text)
      expect(fields[named]).toContain('TOKO')
      const made = await owner.post(path, { act: 'connect', ...fields, label: `Penyedia ${connector}` })
      expect(made.location).toMatch(/^\/dashboard\/connections\/\d+\?done=connected$/)
      const one = made.location!.replace(/\?.*/, '')
      const { text } = await owner.get(`${one}?tested=1`)
      expect(text).toContain('Koneksinya berfungsi')
      const hook = `${shop.url}/hooks/snap/${one.split('/').at(-1)}`
      if (connector === 'snap') expect(text).toContain(`<code id="hook">${hook}</code>`)
      else expect(text).toContain('InterActive tidak mengirim notifikasi')
      expect(text).toMatch(/Melayani<\/dt><dd>QRIS bank</)
    },
  )

  test('connecting the same provider a second time says that it is already connected', async () => {
    const path = '/dashboard/connections/add/snap'
    const fields = valuesIn((await owner.get(`${path}?example=1`)).text)
    const { status, text } = await owner.post(path, { act: 'connect', ...fields })
    expect(status).toBe(400)
    expect(text).toContain('Sudah terhubung')
    expect(text).not.toContain('Periksa lagi')
  })

  test('an unusable key is explained, and the form for new credentials keeps the unchanged values', async () => {
    const own = await listConnections(shop.app, await accountOf('ayu'))
    const { id } = own.find(({ connector }) => connector === 'snap')!
    const path = `/dashboard/connections/${id}/credentials`
    const fields = valuesIn((await owner.get(path)).text)
    expect(fields).toMatchObject({ profile: 'generic', merchant_id: expect.stringMatching(/^TOKO/) })
    const wrong = { client_id: 'x', private_key: 'A'.repeat(200), client_secret: 's', base_url: 'https://snap.example' }
    const { status, text } = await owner.post(path, { act: 'replace', ...fields, ...wrong })
    expect(status).toBe(400)
    expect(text).toContain('Periksa lagi: Private key (PEM, PKCS#8).')
    expect(text).toContain('Harus private key berbentuk PEM (PKCS#8).')
    const differing = { ...wrong, overrides: '{"paths": {"query": "v1.0/qr"}}' }
    const refused = await owner.post(path, { act: 'replace', ...fields, ...differing })
    expect(refused.text).toContain('<details open>')
    expect(refused.text).toContain('overrides.paths.query: is a path that begins with a slash')
  })

  test('a connection that open payments depend on cannot be removed, and the page says why', async () => {
    const { id } = (
      await shop.app.sql.query<{ id: number }>(
        "select id from connection where account_id = $1 and connector = 'wallet'",
        [shop.demo.accountId],
      )
    )[0]!
    await shop.invoice({ payment_method: 'wallet_direct' })
    const shopkeeper = await signInAs(shop, { accountId: shop.demo.accountId })
    const path = `/dashboard/connections/${id}`
    expect((await shopkeeper.post(path, { act: 'remove', confirmed: '1' })).text).toContain(
      'Masih ada pembayaran terbuka yang menunggu uang lewat koneksi ini.',
    )
  })

  test('a backup connection names the main one, until that one is switched off', async () => {
    const own = await listConnections(shop.app, await accountOf('ayu'))
    const [first, second] = ['interactive', 'snap'].map(connector => own.find(one => one.connector === connector)!)
    const behind = await owner.get(`/dashboard/connections/${second!.id}`)
    expect(behind.text).toContain(`QRIS bank sekarang dilayani koneksi <a href="/dashboard/connections/${first!.id}">`)
    await owner.post(`/dashboard/connections/${first!.id}`, { act: 'off' })
    expect((await owner.get(`/dashboard/connections/${second!.id}`)).text).not.toContain('sekarang dilayani')
  })

  test('a phone number that a provider would reject is refused in the language of the page', async () => {
    const { status, text } = await owner.post('/dashboard/connections/add/wallet', {
      act: 'connect',
      label: 'X',
      phone: '12',
    })
    expect(status).toBe(400)
    expect(text).toContain('Periksa lagi: Nomor HP e-wallet.')
  })
})

test('a static QRIS is read from pasted text, and a broken one is refused', async () => {
  const { id } = (await listConnections(shop.app, await accountOf('ayu'))).find(
    ({ connector }) => connector === 'mutations',
  )!
  const path = `/dashboard/connections/${id}/qris`
  const code = makeStaticCode('KEDAI.1', 'KEDAI BARU')
  expect((await owner.post(path, { act: 'store', qris: `${code.slice(0, -4)}0000` })).text).toContain(
    'Checksum QRIS salah',
  )
  expect((await owner.post(path, { act: 'store', qris: code })).status).toBe(303)
  expect((await owner.get(path)).text).toContain('KEDAI BARU')
  expect((await owner.post(path, { act: 'store', qris: '' })).status).toBe(400)
})

test('neither another account nor a read-only member can change connections', async () => {
  const [connection] = await listConnections(shop.app, await accountOf('ayu'))
  const path = `/dashboard/connections/${connection!.id}`
  expect((await reader.get(path)).status).toBe(200)
  expect((await reader.post(path, { act: 'off' })).status).toBe(403)
  expect((await reader.get(`${path}/forwarder`)).status).toBe(403)
  const stranger = await signInAs(shop, { accountId: shop.second.accountId })
  for (const tail of ['', '/qris', '/forwarder', '?tested=1']) {
    expect((await stranger.get(path + tail)).status, tail).toBe(404)
  }
  for (const act of ['off', 'on', 'remove']) expect((await stranger.post(path, { act })).status, act).toBe(404)
  const [after] = await listConnections(shop.app, await accountOf('ayu'))
  expect(after!.isActive).toBe(true)
})

async function accountOf(username: string): Promise<number> {
  const rows = await shop.app.sql.query<{ id: number }>(
    'select m.account_id as id from membership m join app_user u on u.id = m.user_id where u.username = $1',
    [username],
  )
  return rows[0]!.id
}

/** Returns the values of the fields on a page, as its form would send them. */
function valuesIn(text: string): Record<string, string> {
  const inputs = [...text.matchAll(/<input id="\w+" name="(\w+)"[^>]*? value="([^"]*)"/g)]
  const areas = [...text.matchAll(/<textarea id="\w+" name="(\w+)"[^>]*>\n([^<]*)</g)]
  const choices = [...text.matchAll(/<select id="\w+" name="(\w+)">.*?value="(\w+)" selected/gs)]
  return Object.fromEntries([...inputs, ...areas, ...choices].map(([, name, value]) => [name!, value!]))
}

test("a proof payment shows its code as a picture that the page's policy allows", async () => {
  const merchant = await signInAs(shop)
  const id = await createConnection(shop.app, {
    accountId: shop.demo.accountId,
    mode: 'test',
    connector: 'interactive',
    label: 'Bukti',
    credentials: makeInteractiveCredentials(shop.sandboxUrl, 'TOKO-BUKTI'),
  })
  const { location } = await merchant.post(`/dashboard/connections/${id}/proof`, { act: 'prove' })
  await shop.work()
  const { text } = await merchant.get(location!)
  const [, picture] = /<img src="([^"]+)"[^>]+data-testid="qr"/.exec(text)!
  const { status, headers } = await merchant.get(picture!)
  expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
})
