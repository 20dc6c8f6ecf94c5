import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  findNextClosing,
  findNextOpening,
  type Holiday,
  type Hours,
  isOpen,
  listNextSlots,
  type OpenTimes,
} from '../../../src/catalog/opening-hours.ts'
import { ShopRules } from '../../../src/catalog/shop-rules.ts'
import { moveDay } from '../../../src/lib/calendar.ts'
import { newCustomer, openStall, order, type Stall } from '../../orders/store.ts'
import type { Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { signInAs } from './members.ts'

let shop: WebShop
let stall: Stall
let support: Visitor
let finance: Visitor

beforeAll(async () => {
  shop = await createWebShop()
  stall = await openStall(shop.app, shop.demo)
  support = await signInAs(shop, { role: 'support' })
  finance = await signInAs(shop, { role: 'finance' })
})
afterAll(() => shop.close())

const today = (ahead = 0) => moveDay(shop.app.calendar.formatDay(shop.app.now()), ahead)
const usual = { always: 'on', delivers: 'on', delivery_fee: '0', receive_after_days: '7' }

const pages: Record<string, RegExp> = {
  '': /^(always|open_|from_|until_|holiday_)/,
  '/delivery': /^(delivers|delivery_fee|free_delivery_from|order_min|receive_after_days|zone_)/,
  '/pickup': /^(pickup|tables|slot_minutes|asks_)/,
  '/texts': /^(greeting|after_order)/,
  '/contact': /^(whatsapp|phone|address)/,
}

/** Saves each page of the rules with the fields that it has. Returns all answers together. */
async function save(fields: Record<string, string>, visitor = support) {
  const answers: Awaited<ReturnType<Visitor['post']>>[] = []
  for (const [path, own] of Object.entries(pages)) {
    const typed = Object.fromEntries(Object.entries(fields).filter(([name]) => own.test(name)))
    answers.push(await visitor.post(`/dashboard/rules${path}`, { act: 'save', ...typed }))
  }
  const status = Math.max(...answers.map(answer => answer.status))
  return { status, text: answers.map(({ text }) => text).join(''), location: answers[0]!.location }
}

/** Returns all pages of the rules together. */
async function read(visitor: Visitor): Promise<{ text: string }> {
  const answers = await Promise.all(Object.keys(pages).map(path => visitor.get(`/dashboard/rules${path}`)))
  return { text: answers.map(({ text }) => text).join('') }
}

async function rulesOf(): Promise<Record<string, unknown> | undefined> {
  const [rules] = await shop.app.sql.query<Record<string, unknown>>(
    `select hours, holidays, delivery_fee, free_delivery_from, pickup_place, slot_minutes, receive_after_days
     from shop_rules where account_id = $1`,
    [shop.demo.accountId],
  )
  return rules
}

describe('the rules of a shop', () => {
  test('the shop rules are set on five pages, and shown as they were saved', async () => {
    const answer = await save({
      open_mon: 'on',
      from_mon: '08:00',
      until_mon: '17:00',
      open_sat: 'on',
      from_sat: '18:00',
      until_sat: '02:00',
      open_sun: 'on',
      from_sun: '10:00',
      until_sun: '00:00',
      holiday_0: '',
      holiday_note_0: '',
      holiday_1: today(40),
      holiday_note_1: 'Natal <b>',
      delivery_fee: 'Rp 10.000',
      free_delivery_from: '100.000',
      pickup: ' Jl. Kopi 1 ',
      slot_minutes: '60',
      receive_after_days: '3',
      delivers: 'on',
    })
    expect([answer.status, answer.location]).toEqual([303, expect.stringContaining('/dashboard/rules')])
    expect(await rulesOf()).toEqual({
      hours: { mon: ['08:00', '17:00'], sat: ['18:00', '02:00'], sun: ['10:00', '24:00'] },
      holidays: [{ day: today(40), note: 'Natal <b>' }],
      delivery_fee: 10_000,
      free_delivery_from: 100_000,
      pickup_place: 'Jl. Kopi 1',
      slot_minutes: 60,
      receive_after_days: 3,
    })
    const { text } = await read(finance)
    expect(text).toContain('name="open_mon" value="on" checked')
    expect(text).not.toContain('name="open_tue" value="on" checked')
    expect(text).toContain('name="until_sun" type="time" value="00:00"')
    expect(text).toContain('value="Natal &lt;b&gt;"')
    expect(text).toContain('value="10000"')
    expect((await save(usual)).status).toBe(303)
    expect(await rulesOf()).toMatchObject({ hours: null, holidays: [], delivery_fee: 0 })
  })

  test('a refused form of the shop rules lists every mistake, keeps what was typed, and changes nothing', async () => {
    const before = await rulesOf()
    const { status, text } = await save({
      open_mon: 'on',
      from_mon: '08:00',
      until_mon: '08:00',
      open_tue: 'on',
      from_tue: '',
      until_tue: '',
      holiday_0: today(-1),
      holiday_note_0: 'kemarin',
      holiday_1: '2026-02-30',
      holiday_note_1: '',
      delivery_fee: '-5',
      free_delivery_from: 'banyak',
      pickup: 'p'.repeat(201),
      slot_minutes: '0',
      receive_after_days: '',
    })
    expect(status).toBe(400)
    const named = [
      'Senin',
      'Selasa',
      'Tanggal libur 1',
      'Tanggal libur 2',
      'Ongkos kirim',
      'Gratis ongkir mulai belanja',
    ]
    named.push(
      'Tempat ambil sendiri',
      'Jarak antarjam ambil atau antar (menit)',
      'Selesai otomatis berapa hari setelah dikirim',
    )
    for (const field of named) expect(text).toContain(`Periksa lagi: ${field}.`)
    expect(text).toContain('value="banyak"')
    expect(text).toContain('value="kemarin"')
    expect(text).toContain(`value="${today(-1)}"`)
    expect(text.match(/aria-invalid/g)).toHaveLength(named.length)
    expect(await rulesOf()).toEqual(before)
  })

  test('the shop rules have zones, tables, a minimum order, texts and contacts, each with its own error', async () => {
    const more = {
      ...usual,
      tables: '12',
      order_min: 'Rp 15.000',
      asks_note: 'on',
      whatsapp: '0812-1234-5678',
      phone: '021-555-1234',
      address: 'Jl. Kopi 1',
      greeting: 'Halo <b>',
      after_order: 'Sampai jumpa',
      zone_0: '',
      zone_places_0: '',
      zone_fee_0: '',
      zone_per_kg_0: '',
      zone_1: 'Menteng',
      zone_places_1: 'Menteng, 10310-10350',
      zone_fee_1: '8.000',
      zone_per_kg_1: '2000',
      zone_around_1: '-6.195, 106.823, 2,5 km',
    }
    expect((await save(more)).status).toBe(303)
    const rules = await shop.app.em({ accountId: shop.demo.accountId }).findOneOrFail(ShopRules, shop.demo.accountId)
    expect(rules).toMatchObject({
      zones: [
        {
          name: 'Menteng',
          places: ['Menteng', '10310-10350'],
          fee: 8000,
          perKg: 2000,
          around: { latitude: -6.195, longitude: 106.823, radiusKm: 2.5 },
        },
      ],
      delivers: true,
      tables: 12,
      orderMin: 15_000,
      asks: ['note'],
      greeting: 'Halo <b>',
      afterOrder: 'Sampai jumpa',
      whatsapp: '0812-1234-5678',
      phone: '021-555-1234',
      address: 'Jl. Kopi 1',
    })
    const { text } = await read(finance)
    expect(text).toContain('value="Menteng, 10310-10350"')
    expect(text).toContain('value="-6.195, 106.823, 2.5 km"')
    expect(text).toContain('Halo &lt;b&gt;')
    const wrong = await save({
      ...more,
      delivers: '',
      tables: '61',
      order_min: '-1',
      whatsapp: 'wa',
      phone: '1',
      address: 'a'.repeat(301),
      greeting: 'g'.repeat(601),
      after_order: 'x'.repeat(601),
      zone_1: '',
      zone_places_1: 'p'.repeat(61),
      zone_fee_1: '-1',
      zone_per_kg_1: 'satu',
      zone_around_1: 'dekat pasar',
      zone_2: 'Tebet',
      zone_fee_2: '1',
      zone_3: ' tebet ',
      zone_fee_3: '',
    })
    expect(wrong.status).toBe(400)
    const named = ['Jumlah meja', 'Belanja paling sedikit', 'WhatsApp', 'Telepon', 'Alamat toko', 'Sambutan']
    named.push('Setelah pesanan dibayar', 'Daerah 2', 'Daerah 4', 'Daerah 2, Kecamatan dan kode pos, dengan koma')
    named.push('Daerah 2, Titik pusat dan radius')
    named.push('Daerah 2, Ongkir kilogram pertama', 'Daerah 2, Tambahan per kilogram berikutnya')
    for (const field of named) expect(wrong.text).toContain(`Periksa lagi: ${field}.`)
    const none = await save({ ...usual, delivers: '' })
    expect([none.status, none.text]).toEqual([400, expect.stringContaining('Cara terima pesanan')])
    expect((await save(usual)).status).toBe(303)
  })

  test('opening hours cannot overlap: a day starts after the previous one ends, even Sunday to Monday', async () => {
    const night = {
      open_sun: 'on',
      from_sun: '18:00',
      until_sun: '03:00',
      open_mon: 'on',
      from_mon: '02:00',
      until_mon: '12:00',
    }
    const { status, text } = await save({ ...usual, always: '', ...night })
    expect(status).toBe(400)
    expect(text).toContain('Periksa lagi: Senin.')
    const later = { ...usual, always: '', ...night, from_mon: '03:00' }
    expect((await save(later)).status).toBe(303)
  })

  test('only members whose role includes orders can change the shop rules', async () => {
    expect((await save(usual, finance)).status).toBe(403)
    expect((await read(finance)).text).not.toContain('value="save"')
  })

  test('the shop stays closed on its holidays, even during opening hours', async () => {
    const holiday = { ...usual, holiday_0: today(), holiday_note_0: 'Libur' }
    expect((await save(holiday)).status).toBe(303)
    const customer = await newCustomer(stall)
    await expect(order(stall, customer, { shave: 1 })).rejects.toMatchObject({ code: 'closed' })
    expect((await save(usual)).status).toBe(303)
    expect((await order(stall, customer, { shave: 1 })).status).toBe('pending')
  })

  test('a shop opens again after a long holiday, and offers no delivery slot during it', () => {
    const { calendar } = shop.app
    const holidays = Array.from({ length: 10 }, (_, ahead) => ({ day: moveDay('2026-12-24', ahead), note: '' }))
    const at = (time: string) => new Date(`${time}:00+07:00`)
    const times = { hours: { mon: ['08:00', '17:00'] as [string, string] }, holidays }
    expect(isOpen({ hours: null, holidays }, at('2026-12-25T10:00'), calendar)).toBe(false)
    expect(isOpen({ hours: null, holidays }, at('2027-01-03T10:00'), calendar)).toBe(true)
    expect(findNextOpening(times, at('2026-12-24T10:00'), calendar)).toEqual(at('2027-01-04T08:00'))
    const [slot] = listNextSlots({ ...times, slotMinutes: 60 }, at('2026-12-24T10:00'), calendar)
    expect(slot).toEqual(at('2027-01-04T08:00'))
  })
})

test('a shop closes when its hours end, even after midnight or after several days without a break', () => {
  const { calendar } = shop.app
  // The date 2026-12-21 is a Monday.
  const at = (time: string) => new Date(`${time}:00+07:00`)
  const closing = (times: OpenTimes, now: string) => findNextClosing(times, at(now), calendar)
  const open = (hours: Hours, holidays: Holiday[] = []): OpenTimes => ({ hours, holidays })
  expect(closing(open({ mon: ['08:00', '17:00'] }), '2026-12-21T16:59')).toEqual(at('2026-12-21T17:00'))
  expect(closing(open({ mon: ['08:00', '17:00'] }), '2026-12-21T17:00')).toBeNull()
  expect(closing(open({ mon: ['18:00', '02:00'] }), '2026-12-22T01:00')).toEqual(at('2026-12-22T02:00'))
  const days = { mon: ['06:00', '24:00'], tue: ['00:00', '10:00'] } satisfies Hours
  expect(closing(open(days), '2026-12-21T12:00')).toEqual(at('2026-12-22T10:00'))
  const christmas = [{ day: '2026-12-25', note: '' }]
  expect(closing({ hours: null, holidays: christmas }, '2026-12-24T12:00')).toEqual(at('2026-12-25T00:00'))
  expect(closing({ hours: null, holidays: [] }, '2026-12-24T12:00')).toBeNull()
})

describe('closing until a time', () => {
  const closed = async () => {
    const rules = await shop.app.em({ accountId: shop.demo.accountId }).findOneOrFail(ShopRules, shop.demo.accountId)
    return rules.closedUntil
  }
  const clock = (ahead: number) =>
    shop.app.calendar.format(new Date(shop.app.now().getTime() + ahead * 60_000)).slice(11, 16)

  test('closing until a time takes one press, keeps the hours and other rules, and ends automatically', async () => {
    await save(usual)
    const answer = await support.post('/dashboard/rules', { act: 'close_until', close_time: clock(90) })
    expect(answer.status).toBe(303)
    expect((await support.get('/dashboard/rules')).text).toContain('Toko sedang tutup sampai')
    const customer = await newCustomer(stall)
    await expect(order(stall, customer, { shave: 1 })).rejects.toMatchObject({ code: 'closed' })
    await save(usual)
    expect(await closed()).not.toBeNull()
    shop.advance(2 * 3600)
    expect((await order(stall, customer, { shave: 1 })).status).toBe('pending')
  })

  test('one press reopens the shop, and a closing time that has passed means tomorrow', async () => {
    await support.post('/dashboard/rules', { act: 'close_until', close_time: clock(-5) })
    expect((await closed())!.getTime()).toBeGreaterThan(shop.app.now().getTime() + 23 * 3_600_000)
    await support.post('/dashboard/rules', { act: 'open' })
    expect(await closed()).toBeNull()
  })

  test('closing until a time refuses an invalid time, and members whose role does not include orders', async () => {
    for (const close_time of ['', '25:00', 'nanti', '9:3']) {
      expect((await support.post('/dashboard/rules', { act: 'close_until', close_time })).status).toBe(400)
    }
    expect((await finance.post('/dashboard/rules', { act: 'close_until', close_time: '23:59' })).status).toBe(403)
    expect(await closed()).toBeNull()
  })
})

describe('a list of districts', () => {
  const bring = (areas: string) => support.post('/dashboard/rules/delivery', { act: 'import', areas })
  const zones = async () =>
    (await shop.app.em({ accountId: shop.demo.accountId }).findOneOrFail(ShopRules, shop.demo.accountId)).zones

  test('a list of districts becomes delivery areas, grouped by name or by fee, and adds to existing ones', async () => {
    await save(usual)
    expect((await bring('kecamatan\tongkir\nMenteng\t10.000\nGambir\t10rb\nTebet\tRp 15.000')).status).toBe(303)
    expect(await zones()).toEqual([
      { name: 'Ongkir Rp 10.000', places: ['Menteng', 'Gambir'], fee: 10_000, perKg: 0 },
      { name: 'Ongkir Rp 15.000', places: ['Tebet'], fee: 15_000, perKg: 0 },
    ])
    await bring('Pusat;Senen;12.000\n\nOngkir Rp 10.000;Sawah Besar;11.000')
    expect((await zones()).map(({ name, fee, places }) => [name, fee, places.length])).toEqual([
      ['Ongkir Rp 10.000', 11_000, 3],
      ['Ongkir Rp 15.000', 15_000, 1],
      ['Pusat', 12_000, 1],
    ])
  })

  test.each([
    ['a line without a fee', 'Menteng;10.000\nGambir'],
    ['two fees for one area', 'Pusat;Menteng;10.000\nPusat;Gambir;9.000'],
    ['more areas than allowed', Array.from({ length: 101 }, (_, at) => `D${at};K${at};1000`).join('\n')],
    ['no lines', ' '],
  ])('a list of districts with %s is refused, keeps what was typed and changes nothing', async (_what, areas) => {
    const before = await zones()
    const { status, text } = await bring(areas)
    expect(status).toBe(400)
    if (areas.includes('Gambir')) expect(text).toContain('Gambir')
    expect(await zones()).toEqual(before)
  })
})

describe('closing for a while', () => {
  const holidays = async () => (await rulesOf())?.holidays

  test('closing takes one press for today or two dates for several days, and keeps the other rules', async () => {
    await save({ ...usual, delivery_fee: '7.000' })
    const now = await support.post('/dashboard/rules', { act: 'close', close_from: today() })
    expect([now.status, now.location]).toEqual([303, '/dashboard/rules?done=saved'])
    const days = { close_from: today(2), close_until: today(4), close_note: 'Mudik' }
    expect((await support.post('/dashboard/rules', { act: 'close', ...days })).status).toBe(303)
    expect((await support.post('/dashboard/rules', { act: 'close', ...days })).status).toBe(303)
    const away = [2, 3, 4].map(ahead => ({ day: today(ahead), note: 'Mudik' }))
    expect(await holidays()).toEqual([{ day: today(), note: '' }, ...away])
    expect(await rulesOf()).toMatchObject({ delivery_fee: 7_000 })
    expect((await support.get('/dashboard/rules')).text).toContain('Tutup sekarang')
    expect((await finance.get('/dashboard/rules')).text).not.toContain('Tutup sekarang')
  })

  test('closing refuses days that do not exist, are over, run backwards or are too many', async () => {
    const before = await rulesOf()
    const wrong: [from: string, until: string, says: string][] = [
      ['', '', 'Tutup dari tanggal. Harus tanggal yang ada.'],
      [today(1), '2026-02-30', 'Sampai tanggal. Harus tanggal yang ada.'],
      [today(-1), today(1), 'Tutup dari tanggal. Waktunya sudah lewat.'],
      [today(5), today(1), 'Sampai tanggal. Akhirnya tidak boleh sebelum awalnya.'],
      [today(1), today(99), 'Sampai tanggal. Paling banyak 60.'],
    ]
    for (const [close_from, close_until, says] of wrong) {
      const { status, text } = await support.post('/dashboard/rules', { act: 'close', close_from, close_until })
      expect([status, text.includes(`Periksa lagi: ${says}`)], says).toEqual([400, true])
    }
    expect(await rulesOf()).toEqual(before)
    expect((await finance.post('/dashboard/rules', { act: 'close', close_from: today() })).status).toBe(403)
    await save(usual)
  })
})

describe('coupons', () => {
  const path = '/dashboard/coupons'
  const empty = { max_discount: '', min_total: '', from: '', until: '', uses: '', per_customer: '' }
  const make = (fields: Record<string, string>) =>
    support.post(path, { act: 'make', kind: 'percent', ...empty, ...fields })

  test('coupons are created with all their terms, displayed, and ended', async () => {
    const answer = await make({
      code: 'hemat10',
      worth: '10%',
      max_discount: '20.000',
      min_total: '50.000',
      from: today(),
      until: today(9),
      uses: '100',
      per_customer: '1',
      product_mug: 'on',
    })
    expect(answer.status).toBe(303)
    const [made] = await shop.app.sql.query<object>(
      `select code, percent, amount, discount_max, total_min, uses_max, per_customer_max, product_keys from coupon`,
    )
    expect(made).toEqual({
      code: 'HEMAT10',
      percent: 10,
      amount: null,
      discount_max: 20_000,
      total_min: 50_000,
      uses_max: 100,
      per_customer_max: 1,
      product_keys: ['mug'],
    })
    const { text } = await support.get(path)
    for (const shown of ['HEMAT10', '10%', '0 dari 100', 'Untuk 1 produk', 'Aktif']) expect(text).toContain(shown)
    const coupon = /name="coupon" value="(\d+)"/.exec(text)![1]!
    const asked = await support.post(path, { act: 'end', coupon })
    expect(asked.text).toContain('Akhiri kupon HEMAT10?')
    await support.post(path, { act: 'end', coupon, confirmed: 'yes' })
    expect((await support.get(path)).text).toContain('>Berakhir<')
  })

  test('a refused coupon form lists every mistake and keeps what was typed', async () => {
    const wrong = await make({
      code: 'x',
      worth: '101',
      max_discount: '-1',
      min_total: 'a',
      uses: '0',
      per_customer: '1,5',
      from: '2026-02-30',
      until: 'besok',
      product_mug: 'on',
      product_shave: 'on',
    })
    expect(wrong.status).toBe(400)
    for (const key of ['mug', 'shave']) expect(wrong.text).toContain(`name="product_${key}" value="on" checked`)
    const named = ['Kode', 'Besar potongan', 'Potongan paling banyak', 'Belanja paling sedikit', 'Berlaku dari']
    named.push('Berlaku sampai', 'Bisa dipakai berapa kali', 'Paling banyak per pelanggan')
    for (const field of named) expect(wrong.text).toContain(`Periksa lagi: ${field}.`)
    expect(wrong.text).toContain('value="besok"')
    // "101" is out of range, "a" and "1,5" are not numbers: each gets its message.
    expect(wrong.text).toContain('Besar potongan. Dari 1 sampai 100.')
    expect(wrong.text).toContain('Belanja paling sedikit. Tulis bilangan bulat, misalnya 25000.')
    expect(wrong.text).toContain('Paling banyak per pelanggan. Tulis bilangan bulat, misalnya 25000.')
    const form = await make({ coupon: 'hemat 20', worth: '20' })
    expect(form.text).toContain('name="coupon" type="text" value="hemat 20"')
    expect(/<input id="coupon"[^>]*>/.exec(form.text)![0]).toContain(' autofocus')
    expect(form.text.match(/ autofocus/g)).toHaveLength(1)
    expect((await make({ code: 'LAMA', worth: '5', from: today(3), until: today(1) })).text).toContain(
      'Akhirnya tidak boleh sebelum awalnya.',
    )
    expect((await make({ code: 'LEWAT', worth: '5', until: today(-1) })).status).toBe(400)
    expect((await make({ code: 'SEMUA', worth: '5', 'product_tidak-ada': 'on' })).status).toBe(400)
    expect((await make({ code: 'hemat10', worth: '20' })).text).toContain('Kode sudah dipakai.')
  })
})
