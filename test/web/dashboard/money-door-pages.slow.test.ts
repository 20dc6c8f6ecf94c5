import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeConnection } from '../../../src/connecting/remove-connection.ts'
import { Connection } from '../../../src/connections/connection.ts'
import { openLine } from '../../../src/connections/connection-call.ts'
import { createConnection } from '../../../src/connections/create-connection.ts'
import { listMoneyDoors } from '../../../src/connections/money-doors.ts'
import { testConnection } from '../../../src/connections/test-connection.ts'
import { listExchanges, summarizeExchange } from '../../../src/connections/trace/summarize-exchange.ts'
import { connectors } from '../../../src/connectors/index.ts'
import { knownApps } from '../../../src/connectors/mutations/apps.ts'
import { makeStaticCode } from '../../../src/connectors/simulator/qris-code.ts'
import { sharp } from '../../../src/lib/sharp.ts'
import { createAccount } from '../../../src/people/create-account.ts'
import { convertQris } from '../../../src/qris/convert-qris.ts'
import { parseQris } from '../../../src/qris/parse-qris.ts'
import { qrPng } from '../../../src/qris/picture.ts'
import type { Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { signInAs } from './members.ts'

let shop: WebShop
let owner: Visitor
let accountId: number

beforeAll(async () => {
  shop = await createWebShop()
  const [account] = await shop.app.sql.query<{ id: number }>(
    "insert into account (name, display_name) values ('uang', 'Kedai Uang') returning id",
  )
  accountId = account!.id
  owner = await signInAs(shop, { accountId })
})
afterAll(() => shop.close())

const scope = () => ({ accountId, mode: 'test' as const })
const merchant = () => `9${String(randomInt(1e12)).padStart(15, '0')}`

async function keysOf(connector: string): Promise<Record<string, string>> {
  const address = `${shop.sandboxUrl}/credentials?connector=${connector}&merchant_id=${merchant()}`
  return (await fetch(address)).json() as Promise<Record<string, string>>
}

/** Connects a provider by its form, and returns the next page and the connection. */
async function connect(connector: string, keys: Record<string, string>) {
  const path = `/dashboard/connections/add/${connector}`
  const { location } = await owner.post(path, { act: 'connect', label: `Toko ${connector}`, ...keys })
  return { location: location!, id: Number(/\d+/.exec(location!)![0]) }
}

describe('the page "Where does your money arrive?"', () => {
  test('the page of connections shows gateways, banks and wallets as tiles, and collapses technical ones', async () => {
    const { text } = await owner.get('/dashboard/connections?lang=en')
    const [tiles, folded] = text.split('<summary>I have API access</summary>')
    for (const name of ['Midtrans', 'Xendit', 'Duitku', 'Tripay', 'iPaymu', 'GoPay Merchant', 'DANA Bisnis', 'BCA']) {
      expect(tiles).toContain(`<b>${name}</b></a>`)
    }
    expect(tiles).not.toContain('add/snap')
    for (const id of ['snap', 'interactive', 'bank', 'merchant-wallet', 'wallet'])
      expect(folded).toContain(`add/${id}"`)
  })

  test('every tile for a phone selects known apps and a method that its connector supports', () => {
    const { byPhone } = listMoneyDoors(connectors)
    expect(byPhone.length).toBeGreaterThan(10)
    expect(new Set(byPhone.map(({ id }) => id)).size).toBe(byPhone.length)
    const packages = new Set(knownApps.map(one => one.packages.join(' ')))
    for (const { id, preset, connector } of byPhone) {
      for (const chosen of preset.apps ?? []) expect(packages, id).toContain(chosen)
      if (preset.method) expect(connectors[connector].traits.brings, id).toContain(preset.method)
      if (!['printed-qris', 'phone'].includes(id)) expect(preset.apps, id).not.toEqual([])
    }
  })

  test("the tile of a bank asks only for the account, and connects the phone with that bank's app", async () => {
    const path = '/dashboard/connections/add/mutations?door=bca'
    const { text } = await owner.get(path)
    const [asked, folded] = text.split('<main')[1]!.split('<summary>')
    expect(asked).toContain('name="account"')
    expect(asked).not.toContain('name="apps"')
    expect(folded).toMatch(/<input type="checkbox" name="apps" value="com\.bca [^"]*" checked>/)
    expect(folded).toMatch(/<option value="qris_user" selected>/)
    expect(text).toMatch(/name="label"[^>]*value="BCA"/)
  })

  test('a client key pasted instead of the server key is pointed out beside its field', async () => {
    const path = '/dashboard/connections/add/midtrans'
    const refused = await owner.post(path, { act: 'connect', label: 'Midtrans', server_key: ' "Mid-client-abc" ' })
    expect(refused.status).toBe(400)
    expect(refused.text).toMatch(/id="server_key-wrong">[^<]*Client Key/i)
  })
})

describe('after a key is pasted', () => {
  test("the page says what the provider's response proves, and that no money has been proven yet", async () => {
    const { server_key = '', base_url = '' } = await keysOf('midtrans')
    const { location } = await connect('midtrans', { server_key: `Basic ${server_key}`, base_url })
    expect(location).toContain('tested=1')
    const { text } = await owner.get(`${location}&lang=en`)
    expect(text).toContain('What is proved')
    expect(text).toMatch(/QRIS<\/dt><dd>active/)
    expect(text).toMatch(/Money<\/dt><dd>not proved yet/)
    expect(text).toContain('exists in your own network only')
    expect(text).toContain('Waiting for the first notification')
    expect(text).toContain('This address is sent with every code.')
    await owner.get('/dashboard?lang=id')
  })

  test('the page of Duitku states its limits, and that of Tripay its fee too', async () => {
    for (const connector of ['duitku', 'tripay']) {
      const { location } = await connect(connector, await keysOf(connector))
      const { text } = await owner.get(`${location}&lang=id`)
      if (connector === 'tripay') expect(text).toMatch(/Biaya per pembayaran<\/dt><dd>0,7 % \+ Rp\s750<\/dd>/)
      expect(text, connector).toMatch(/Nominal per pembayaran<\/dt><dd>mulai/)
    }
  })

  test('the page shows the last ten exchanges with their results, including a forged notification', async () => {
    const { location, id } = await connect('xendit', await keysOf('xendit'))
    await testConnection(shop.app, accountId, id)
    const forged = await fetch(`${shop.url}/hooks/xendit/${id}?token=rahasia`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-callback-token': 'salah' },
      body: '{"event":"payment.capture","data":{}}',
    })
    expect(forged.status).toBe(401)
    const verdicts = async () => (await listExchanges(shop.app, accountId, id)).map(({ verdict }) => verdict)
    await expect.poll(verdicts).toEqual(expect.arrayContaining(['wrong_signature', 'answered']))
    const { text } = await owner.get(location.split('?')[0]!)
    expect(text).toContain('tanda tangan salah')
    expect(text).toContain(`POST /hooks/xendit/${id}</code>`)
    expect(text).not.toContain('rahasia')
    const connection = await shop.app.em(scope()).findOneOrFail(Connection, { id })
    const speaker = { connector: connectors.xendit, credentials: await keysOf('xendit') }
    for (let turn = 0; turn < 12; turn++) {
      const exchange = { direction: 'out', method: 'GET', address: `https://x.example/${turn}`, status: 200 } as const
      await summarizeExchange(shop.app, connection, speaker, { ...exchange, verdict: 'answered' })
    }
    const [count] = await shop.app.sql.query<{ count: number }>(
      'select count(*)::int as count from exchange_summary where connection_id = $1',
      [id],
    )
    expect(count!.count).toBe(10)
  })

  test('a button switches a connection with unique codes to exact amounts', async () => {
    const credentials = await keysOf('ipaymu')
    const id = await createConnection(shop.app, { ...scope(), connector: 'ipaymu', label: 'Lama', credentials })
    await shop.app.sql.write('update connection set is_exact = false where id = $1', [id])
    const path = `/dashboard/connections/${id}`
    expect((await owner.get(path)).text).toContain('Pakai nominal persis')
    await owner.post(path, { act: 'exact' })
    const { text } = await owner.get(path)
    expect(text).not.toContain('Pakai nominal persis')
    expect(text).toContain('tidak dipakai: kode meminta nominal persis')
  })

  test('replacing a key says that the receiving account stays the same', async () => {
    const [row] = await shop.app.sql.query<{ id: number; account: string }>(
      `select c.id, r.external_id as account from connection c join receiving_account r on r.id = c.receiving_account_id
       where c.connector = 'duitku' and c.account_id = $1`,
      [accountId],
    )
    const { text } = await owner.get(`/dashboard/connections/${row!.id}/credentials`)
    expect(text).toContain(`Rekening penerima tetap ${row!.account}.`)
  })

  test.each(['midtrans', 'xendit', 'duitku', 'tripay', 'ipaymu'] as const)(
    'the page of %s shows three steps and a link to where its key is found',
    async connector => {
      const { text } = await owner.get(`/dashboard/connections/add/${connector}?lang=id`)
      const steps = /<ol class="steps">(.*?)<\/ol>/s.exec(text)![1]!
      expect(steps.match(/<li>/g)).toHaveLength(3)
      expect(text).toContain(`href="${connectors[connector].keyPage}"`)
      const folded = text.split('<summary>Lanjutan')[1]
      expect(folded).toContain('name="base_url"')
    },
  )

  test('the page of iPaymu shows the outgoing IP address and the domain to register', async () => {
    const { text } = await owner.get('/dashboard/connections/add/ipaymu?lang=en')
    expect(text).toContain('Outgoing IP address')
    expect(text).toContain('Domain')
    await owner.get('/dashboard?lang=id')
  })

  test.each(['midtrans', 'xendit', 'duitku', 'tripay', 'ipaymu'] as const)(
    'the page of %s shows the full notification address that is sent with each code',
    async connector => {
      // The account of the other tests already has a connection to each provider.
      const { id: accountId } = await createAccount(shop.app, { name: `alamat-${connector}` })
      const asked = { accountId, connector, mode: 'test' as const, label: 'Toko', credentials: await keysOf(connector) }
      const id = await createConnection(shop.app, asked)
      const { text } = await (await signInAs(shop, { accountId })).get(`/dashboard/connections/${id}?lang=en`)
      const [, shown = ''] = /<code id="hook">([^<]*)</.exec(text) ?? []
      const connection = await shop.app.em({ accountId, mode: 'test' }).findOneOrFail(Connection, { id })
      expect(shown).toBe(openLine(shop.app, connection).call.hook)
      expect(await fetch(shown, { method: 'POST', body: '{}' }).then(({ status }) => status)).not.toBe(404)
      await removeConnection(shop.app, accountId, id)
    },
  )
})

describe('a printed QRIS', () => {
  const path = '/dashboard/connections/add/mutations?door=printed-qris'
  const post = (bytes: Buffer, at: string, act: string, more: Record<string, string> = {}) =>
    owner.upload(at, act, { name: 'qris.png', bytes, field: 'image' }, more)
  const app = {
    label: 'Toko Melati',
    method: 'qris_user',
    dialect: 'native',
    apps: 'com.bca',
  }
  const connect = (image: Buffer) => post(image, path, 'connect', app)
  const printed = (name: string) => makeStaticCode(`CETAK.${randomInt(1e6, 9e6)}`, name)
  let stored: string
  let page: string

  test('a printed QRIS is read from its photo at once, and the page shows its name and the proof payment', async () => {
    expect((await owner.get(`${path}&lang=id`)).text).toMatch(
      /<input[^>]*name="image"[^>]*type="file"|type="file"[^>]*name="image"/,
    )
    stored = printed('Toko Melati')
    const { location } = await connect(qrPng(stored, { scale: 6 }))
    page = new URL(location!, 'http://shop').pathname
    expect(page).toMatch(/\/qris$/)
    const { text } = await owner.get(page)
    expect(text).toContain(`Pelanggan melihat QRIS Toko Melati`)
    expect(text).toContain(parseQris(stored).nmid)
    expect(text).toContain('/forwarder"')
    const id = Number(/connections\/(\d+)/.exec(page)![1])
    const connection = await shop.app.em(scope()).findOneOrFail(Connection, { id }, { populate: ['receivingAccount'] })
    expect(connection.staticQris).toBe(stored)
    expect(connection.receivingAccount.externalId).toBe(parseQris(stored).nmid)
  })

  const blank = (width: number) =>
    sharp({ create: { width, height: width, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer()
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(200)])
  test.each([
    [
      'of a single payment',
      async () => qrPng(convertQris(printed('Kios'), 20_000 + randomInt(9_000)).converted, { scale: 6 }),
      'dibuat untuk satu pembayaran saja',
    ],
    ['without a code', () => blank(300), 'Tidak ada kode QR yang terbaca'],
    ['of another kind of QR code', async () => qrPng('https://warung.example/menu', { scale: 6 }), 'bukan QRIS'],
    ['from an iPhone', async () => heic, 'HEIC dari iPhone'],
    ['that is huge', () => blank(9_000), 'Fotonya terlalu besar'],
    ['that is not a QRIS', async () => Buffer.from('bukan gambar'), 'bukan gambar yang bisa dibaca'],
  ])('a photo of a QRIS %s is refused with the same sentence as in the chat', async (_, draw, sentence) => {
    const image = await draw()
    const [first, later] = [await connect(image), await post(image, page, 'store')]
    expect([first.status, first.text]).toEqual([400, expect.stringContaining(sentence)])
    expect(later.text).toContain(sentence)
  })

  test('the printed QRIS of another merchant replaces the first, and the page shows its name', async () => {
    const other = printed('Kios Lain')
    expect((await post(qrPng(other, { scale: 6 }), page, 'store')).status).toBe(303)
    expect((await owner.get(page)).text).toContain('QRIS Kios Lain')
  })
})
