import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStall } from '../../orders/store.ts'
import type { Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { signInAs } from './members.ts'

let shop: WebShop
let support: Visitor
let finance: Visitor
let stranger: Visitor
const path = '/dashboard/catalog'

beforeAll(async () => {
  shop = await createWebShop()
  support = await signInAs(shop, { role: 'support' })
  finance = await signInAs(shop, { role: 'finance' })
  stranger = await signInAs(shop, { accountId: shop.second.accountId })
  await openStall(shop.app, shop.demo)
})
afterAll(() => shop.close())

async function add(fields: Record<string, string>): Promise<string> {
  const answer = await support.post(`${path}/new`, { act: 'create', kind: 'physical', description: '', ...fields })
  expect(answer.status).toBe(303)
  return answer.location!.split('?')[0]!
}

const variantFields = (variant: string, { name = '', price = '1000' }: { name?: string; price?: string } = {}) => ({
  variant,
  [`name_${variant}`]: name,
  [`price_${variant}`]: price,
  [`shown_${variant}`]: 'on',
})
const variantOf = (text: string) => /name="variant" value="([\w-]{22})"/.exec(text)![1]!

test('a product is added with a price and stock, and edited', async () => {
  const script = '<script>alert(1)</script>'
  const product = await add({ name: script, price: 'Rp 25.000', mode: 'counter', count: '4' })
  const { text } = await support.get(product)
  expect(text).not.toContain(script)
  expect(text).toContain('sisa 4')
  const variant = variantOf(text)
  await support.post(product, { act: 'restock', variant, delta: '-3' })
  const changed = {
    act: 'save',
    name: 'Kopi',
    description: 'Enak',
    kind: 'physical',
    category: 'Minuman',
    asks: 'note',
    on_sale: 'on',
    ...variantFields(variant, { price: '30.000' }),
  }
  expect((await support.post(product, changed)).status).toBe(303)
  const list = await support.get(`${path}?search=kopi`)
  expect(list.text).toContain('Kopi</b>')
  expect(list.text).toContain('Rp\u00a030.000')
  expect(list.text).toContain('sisa 1')
  expect(list.text).toContain('Minuman')
  const refused = await support.post(product, { act: 'restock', variant, delta: '-9' })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Periksa lagi: Tambah atau kurangi')
})

test('one button saves a product with all its variants or nothing, and reports every mistake', async () => {
  const product = await add({ name: 'Sekali Simpan', price: '9000', mode: 'unlimited' })
  const variant = variantOf((await support.get(product)).text)
  const typed = { act: 'save', name: 'Sekali Simpan', description: '', kind: 'physical', category: '', on_sale: 'on' }
  const wrong = {
    ...typed,
    name: '',
    ...variantFields(variant, { price: 'mahal' }),
    [`weight_${variant}`]: 'berat',
  }
  const refused = await support.post(product, wrong)
  expect(refused.status).toBe(400)
  const named = [...refused.text.matchAll(/id="([\w-]+)-wrong"/g)].map(([, id]) => id)
  expect(named.sort()).toEqual(['name', `price_${variant}`, `weight_${variant}`].sort())
  expect(refused.text).toContain('value="mahal"')
  const own = variantFields(variant, { price: '9.500' })
  expect((await support.post(product, { ...typed, name: 'Disimpan', ...own })).status).toBe(303)
  const { text } = await support.get(product)
  expect(text).toContain('<h1>Disimpan</h1>')
  expect(text).toContain('value="9.500"')
  // A variant of another product is rejected, so nothing is saved.
  const foreign = variantFields('AAAAAAAAAAAAAAAAAAAAAA')
  expect((await support.post(product, { ...typed, name: 'Bukan', ...foreign })).status).toBe(404)
  expect((await support.get(product)).text).toContain('<h1>Disimpan</h1>')
  const { on_sale: _on, ...hidden } = { ...typed, ...own }
  expect((await support.post(product, hidden)).status).toBe(303)
  expect((await support.get(`${path}?shown=hidden&search=sekali`)).text).toContain('Sekali Simpan</b>')
})

test('a product is created with its category and picture, or not at all', async () => {
  const picture = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#a52' } })
    .png()
    .toBuffer()
  const fields = { name: 'Bermerek', kind: 'physical', description: '', category: 'Gelas', price: '5000' }
  const send = (bytes: Buffer) =>
    support.upload(`${path}/new`, 'create', { name: 'gelas.png', bytes }, { ...fields, mode: 'unlimited' })
  const refused = await send(Buffer.from('<svg/>'))
  expect([refused.status, refused.text.includes('Gambarnya tidak terbaca')]).toEqual([400, true])
  expect((await support.get(`${path}?search=bermerek`)).text).not.toContain('Bermerek</b>')
  const made = await send(picture)
  expect(made.status).toBe(303)
  const { text } = await support.get(made.location!.split('?')[0]!)
  expect(text).toMatch(/<img class="product"/)
  expect(text).toContain('value="Gelas"')
})

const manyPath = `${path}/many`
const fieldsOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<input [^>]*name="([\w-]+)"[^>]*>/g)]
      .filter(([tag]) => !/type="checkbox"/.test(tag) || / checked/.test(tag))
      .map(([tag, name]) => [name!, /value="([^"]*)"/.exec(tag)?.[1] ?? '']),
  )

test('editing many products saves only the changed fields, once, and preserves concurrent sales', async () => {
  const first = await add({ name: 'Banyak satu', price: '10000', mode: 'counter', count: '10' })
  await add({ name: 'Banyak dua', price: '20000', mode: 'counter', count: '5' })
  const list = `${manyPath}?search=banyak`
  const typed = fieldsOf((await support.get(list)).text)
  const [two, one] = Object.keys(typed)
    .filter(name => name.startsWith('price_'))
    .map(name => name.slice(6))
  const product = Object.keys(typed).find(name => name.startsWith('on_'))!
  expect([typed[`left_${one}`], typed[`left_${two}`]]).toEqual(['10', '5'])
  await support.post(first, { act: 'restock', variant: one!, delta: '-4' })
  const { [product]: _off, ...rest } = { ...typed, act: 'save', [`left_${one}`]: '30', [`price_${two}`]: '21.000' }
  expect((await support.post(list, rest)).status).toBe(303)
  expect((await support.post(list, rest)).status).toBe(303)
  const after = fieldsOf((await support.get(list)).text)
  expect([after[`left_${one}`], after[`left_${two}`]]).toEqual(['26', '5'])
  expect([after[`price_${one}`], after[`price_${two}`]]).toEqual(['10000', '21000'])
  expect(after[product]).toBeUndefined()
})

test('buttons move a product within its category, and do nothing at either end', async () => {
  const orderPath = `${path}/order`
  const made: Record<string, string> = {}
  for (const name of ['Urut A', 'Urut B', 'Urut C']) {
    const product = await add({ name, price: '1000', mode: 'unlimited', category: 'Urutan' })
    made[name] = product.split('/').at(-1)!
  }
  const names = async () =>
    [...(await support.get(orderPath)).text.matchAll(/aria-label="Naikkan (Urut \w)"/g)].map(([, name]) => name)
  const at = (name: string, by: string) => `${orderPath}?moved=${made[name]}&by=${by}&act=move`
  const move = (name: string, by: string) => support.post(at(name, by), { act: 'move' })
  expect((await move('Urut C', 'up')).location).toContain(`moved=${made['Urut C']}`)
  expect(await names()).toEqual(['Urut A', 'Urut C', 'Urut B'])
  await move('Urut A', 'up')
  await move('Urut B', 'down')
  expect(await names()).toEqual(['Urut A', 'Urut C', 'Urut B'])
  await Promise.all([move('Urut A', 'down'), move('Urut B', 'up')])
  expect((await names()).toSorted()).toEqual(['Urut A', 'Urut B', 'Urut C'])
  expect((await stranger.post(at('Urut A', 'up'), { act: 'move' })).status).toBe(404)
})

test('all products are sorted in one request, and products added in the meantime keep their place', async () => {
  const orderPath = `${path}/order`
  const made: Record<string, string> = {}
  for (const name of ['Susun A', 'Susun B', 'Susun C', 'Susun D']) {
    const product = await add({ name, price: '1000', mode: 'unlimited', category: 'Susunan' })
    made[name] = product.split('/').at(-1)!
  }
  const names = async () =>
    [...(await support.get(orderPath)).text.matchAll(/aria-label="Naikkan (Susun \w)"/g)].map(([, name]) => name)
  const order = (ids: string[]) =>
    new URLSearchParams([['act', 'order'], ...ids.map((id): [string, string] => ['product', id])])
  // The products that the page showed before another person added the last one.
  const shown = [...(await support.get(orderPath)).text.matchAll(/name="product" value="([\w-]{22})"/g)].map(
    ([, id]) => id!,
  )
  const others = shown.filter(id => !Object.values(made).includes(id))
  const wanted = order([made['Susun C']!, ...others, made['Susun B']!, made['Susun A']!])
  expect((await support.post(`${orderPath}?act=order`, wanted)).status).toBe(303)
  expect(await names()).toEqual(['Susun C', 'Susun B', 'Susun A', 'Susun D'])
  const foreign = order([made['Susun A']!, 'AAAAAAAAAAAAAAAAAAAAAA'])
  expect((await support.post(orderPath, foreign)).status).toBe(404)
  expect((await stranger.post(orderPath, order([made['Susun A']!]))).status).toBe(404)
  expect(await names()).toEqual(['Susun C', 'Susun B', 'Susun A', 'Susun D'])
})

test('editing many products reports every mistake, and then changes nothing', async () => {
  const list = `${manyPath}?search=banyak+satu`
  const typed = fieldsOf((await support.get(list)).text)
  const variant = Object.keys(typed)
    .find(name => name.startsWith('price_'))!
    .slice(6)
  const wrong = { ...typed, act: 'save', [`price_${variant}`]: 'murah', [`left_${variant}`]: '-1' }
  const refused = await support.post(list, wrong)
  expect(refused.status).toBe(400)
  for (const named of ['Harga Banyak satu', 'Stok Banyak satu', 'value="murah"']) expect(refused.text).toContain(named)
  const sold = { ...typed, act: 'save', [`was_left_${variant}`]: '90', [`left_${variant}`]: '1' }
  expect((await support.post(list, sold)).status).toBe(400)
  expect(fieldsOf((await support.get(list)).text)[`left_${variant}`]).toBe('26')
  const { once: _, ...uncounted } = typed
  expect((await support.post(list, { ...uncounted, act: 'save' })).status).toBe(400)
  expect((await finance.get(list)).status).toBe(403)
  expect((await stranger.post(manyPath, wrong)).status).not.toBe(303)
})

test('codes are pasted, a limit is set, and a hidden product is found among the hidden ones', async () => {
  const product = await add({ name: 'Lisensi', kind: 'digital', price: '10000', mode: 'serial', lines: 'A\nB' })
  const variant = variantOf((await support.get(product)).text)
  expect((await support.post(product, { act: 'keys', variant, lines: 'B\nC\n' })).status).toBe(303)
  expect((await support.post(product, { act: 'low', variant, low: '2' })).status).toBe(303)
  expect((await support.get(product)).text).toContain('sisa 3')
  const hidden = { act: 'save', name: 'Lisensi', description: '', kind: 'digital', category: '' }
  expect((await support.post(product, hidden)).status).toBe(303)
  expect((await support.get(`${path}?shown=hidden`)).text).toContain('Lisensi')
  expect((await support.get(`${path}?shown=active`)).text).not.toContain('Lisensi')
})

test('ten thousand codes can be pasted at once, with a new product or later', async () => {
  const codes = (series: string) =>
    Array.from({ length: 5_000 }, (_, index) => `${series}-${String(index).padStart(6, '0')}-${'X'.repeat(90)}`).join(
      '\r\n',
    )
  const product = await add({ name: 'Lima ribu', kind: 'digital', price: '10000', mode: 'serial', lines: codes('A') })
  const { text } = await support.get(product)
  expect(text).toContain('sisa 5000')
  const variant = variantOf(text)
  expect((await support.post(product, { act: 'keys', variant, lines: codes('B') })).status).toBe(303)
  expect((await support.get(product)).text).toContain('sisa 10000')
})

test('stock is shown and edited in the selected mode, and pages say when that is test mode', async () => {
  const own = await signInAs(shop, { role: 'support' })
  const look = async (mode: 'live' | 'test', at: string) => {
    await own.post('/dashboard/place', { act: 'mode', mode })
    return (await own.get(at)).text
  }
  const product = await add({ name: 'Gelas Dua', price: '10000', mode: 'counter', count: '4' })
  const variant = variantOf(await look('live', product))
  expect((await own.post(product, { act: 'restock', variant, delta: '3' })).status).toBe(303)
  expect(await look('live', product)).toContain('sisa 7')
  const test = await look('test', product)
  expect(test).toContain('sisa 4')
  expect(test).toContain('Stok uji')
  expect(await look('test', `${path}?search=Gelas+Dua`)).toMatch(/Stok uji.*sisa 4/s)
  const live = await look('live', `${path}?search=Gelas+Dua`)
  expect(live).toContain('sisa 7')
  expect(live).not.toContain('Stok uji')

  const codes = await add({ name: 'Kode Dua', kind: 'digital', price: '10000', mode: 'serial', lines: 'UJI-1\nUJI-2' })
  expect(await look('test', codes)).toContain('sisa 2')
  const sold = await look('live', codes)
  expect(sold).toContain('habis')
  expect((await own.post(codes, { act: 'keys', variant: variantOf(sold), lines: 'ASLI-1' })).status).toBe(303)
  expect(await look('live', codes)).toContain('sisa 1')
  expect(await look('test', codes)).toContain('sisa 2')
})

test('only digital goods delivered in the chat can have a price in Stars', async () => {
  const product = await add({ name: 'Kunci Bintang', kind: 'digital', price: '10000', mode: 'serial', lines: 'A' })
  const variant = variantOf((await support.get(product)).text)
  expect((await support.post(product, { act: 'stars', variant, stars: '150' })).status).toBe(303)
  expect((await support.get(product)).text).toMatch(/name="stars"[^>]*value="150"/)
  expect((await support.post(product, { act: 'stars', variant, stars: '10001' })).status).toBe(400)
  expect((await stranger.post(product, { act: 'stars', variant, stars: '1' })).status).toBe(404)
  const mug = await add({ name: 'Cangkir Bintang', price: '10000', mode: 'counter', count: '1' })
  const shipped = await support.get(mug)
  expect(shipped.text).not.toContain('name="stars"')
  expect((await support.post(mug, { act: 'stars', variant: variantOf(shipped.text), stars: '5' })).status).toBe(400)
})

test('a picture can be uploaded, and an invalid one is refused with an explanation', async () => {
  const product = await add({ name: 'Bergambar', price: '10000', mode: 'unlimited' })
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect((await support.upload(product, 'picture', { name: 'a.png', bytes: png })).status).toBe(303)
  expect((await support.get(product)).text).toMatch(/<img class="product" src="[^"]*\/images\/[\w-]{22}-640\.webp"/)
  expect((await support.upload(product, 'picture', { name: 'b.png', bytes: png })).status).toBe(303)
  const keysIn = (text: string) => [...text.matchAll(/name="picture" value="([\w-]{22})"/g)].map(([, key]) => key!)
  const [first, second] = keysIn((await support.get(product)).text)
  expect((await support.post(product, { act: 'raise', picture: second! })).status).toBe(303)
  expect(keysIn((await support.get(product)).text)).toEqual([second, first])
  expect((await stranger.post(product, { act: 'unpicture', picture: second! })).status).toBe(404)
  expect((await support.post(product, { act: 'unpicture', picture: second! })).status).toBe(303)
  expect(keysIn((await support.get(product)).text)).toEqual([first])
  expect((await support.post(product, { act: 'unpicture' })).status).toBe(400)
  const refused = await support.upload(product, 'picture', {
    name: 'x.svg',
    bytes: Buffer.from('<svg onload=alert(1)>'),
  })
  expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('Gambarnya tidak terbaca') })
})

test("only members with permission can edit the catalogue, and only their own account's", async () => {
  const product = await add({ name: 'Milik sendiri', price: '10000', mode: 'counter', count: '1' })
  const variant = variantOf((await support.get(product)).text)
  expect((await finance.get(product)).text).not.toContain('value="restock"')
  expect((await finance.post(product, { act: 'restock', variant, delta: '5' })).status).toBe(403)
  expect((await finance.get(`${path}/new`)).status).toBe(403)
  expect((await stranger.get(product)).status).toBe(404)
  const foreign = await stranger.post(`${path}/new`, {
    act: 'create',
    name: 'X',
    kind: 'physical',
    description: '',
    price: '5000',
    mode: 'unlimited',
  })
  const theirs = foreign.location!.split('?')[0]!
  expect((await stranger.post(theirs, { act: 'restock', variant, delta: '5' })).status).toBe(404)
  expect((await stranger.post(theirs, { act: 'keys', variant, lines: 'X' })).status).toBe(404)
  const more = { name: 'X', description: '', kind: 'physical', category: '' }
  const taken = { act: 'save', ...more, ...variantFields(variant, { name: 'X' }) }
  expect((await stranger.post(theirs, taken)).status).toBe(404)
  expect((await support.get(product)).text).toContain('sisa 1')
})

test('members who may edit the shop set the rewards for invitations, and other members can read them', async () => {
  const page = `${path}/referral`
  expect((await support.get(page)).text).toContain('Sekarang tidak ada hadiah')
  const reward = { act: 'save', amount: 'Rp 5.000', min_total: '50.000', days: '14' }
  expect((await support.post(page, reward)).status).toBe(303)
  const { text } = await finance.get(page)
  expect(text).toMatch(/Sekarang: kupon Rp\s5\.000/)
  expect(text).not.toContain('name="amount"')
  expect((await support.post(page, { ...reward, days: '400' })).text).toContain('Berlaku berapa hari')
  expect((await stranger.get(page)).text).toContain('Sekarang tidak ada hadiah')
  expect((await support.post(page, { ...reward, amount: '0' })).status).toBe(303)
  expect((await support.get(page)).text).toContain('Sekarang tidak ada hadiah')
})
