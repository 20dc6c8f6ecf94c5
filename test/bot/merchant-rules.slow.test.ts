import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRule } from '../../bot/screens/merchant/read-rule.ts'
import { commandActor } from '../../src/accounts/audit.ts'
import { type DeliveryZone, makeZoneId } from '../../src/catalog/delivery-zones.ts'
import { changeShopRules } from '../../src/catalog/rules/change-shop-rules.ts'
import { defaultRules } from '../../src/catalog/rules/to-plain-rules.ts'
import { sharp } from '../../src/lib/sharp.ts'
import { type Customer, eventually, openStore, type Store } from './store.ts'

let store: Store
let owner: Customer
let there: { bot: string }

beforeAll(async () => {
  store = await openStore()
  there = { bot: store.platform }
  owner = await store.merchant('Bu Sri')
}, 60_000)

afterAll(async () => await store?.close())

async function rules(): Promise<Record<string, unknown>> {
  const [row] = await store.shop.app.sql.query<Record<string, unknown>>('select * from shop_rules')
  return row ?? {}
}

describe('an answer about a rule', () => {
  const read = (rule: string, text: string | null) =>
    readRule(rule, text, { today: '2026-11-24' })?.(defaultRules) ?? null

  test('an answer about a shop rule is read the way people write it', () => {
    expect(read('fee', 'Rp 12.500')).toEqual({ deliveryFee: 12_500 })
    expect(read('free', null)).toEqual({ freeDeliveryFrom: null })
    expect(read('min', null)).toEqual({ orderMin: 0 })
    expect(read('address', 'Jl. Mawar 1')).toEqual({ address: 'Jl. Mawar 1' })
    for (const text of ['08.00-17.00', '8:00 - 17:00', '8–17']) {
      expect(read('daily', text)?.hours?.sun, text).toEqual(['08:00', '17:00'])
    }
    expect(read('fri', '18.00-00.00')?.hours?.fri).toEqual(['18:00', '24:00'])
    expect(read('fri', null)?.hours).not.toHaveProperty('fri')
    const natal = { holidays: [{ day: '2026-12-25', note: 'Natal' }] }
    for (const text of ['25/12/2026 Natal', '25-12-2026 Natal', '2026-12-25 Natal', '25/12 Natal']) {
      expect(read('holiday', text), text).toEqual(natal)
    }
    expect(read('holiday', '1/1')).toEqual({ holidays: [{ day: '2027-01-01', note: '' }] })
  })

  test('an answer about a delivery zone has the fee last, and repeating a name updates its fee', () => {
    const menteng = { name: 'Menteng', places: [], fee: 10_000, perKg: 0 }
    for (const text of ['Menteng 10.000', 'Menteng, Rp 10.000', 'Menteng: rp10000']) {
      expect(read('zone', text), text).toEqual({ zones: [menteng] })
    }
    expect(read('zone', '0-3 km gratis')).toEqual({ zones: [{ ...menteng, name: '0-3 km', fee: 0 }] })
    const some = { ...defaultRules, zones: [menteng, { ...menteng, name: 'Gambir' }] }
    const change = (rule: string, text: string | null, zone?: string) =>
      readRule(rule, text, { today: '2026-11-24', zone })?.(some).zones
    expect(change('zone', 'menteng 12.000')).toEqual([{ ...menteng, fee: 12_000 }, some.zones[1]])
    const id = makeZoneId(menteng)
    expect(change('zkg', '2.000', id)).toEqual([{ ...menteng, perKg: 2000 }, some.zones[1]])
    expect(change('zkg', null, id)).toEqual(some.zones)
    expect(change('zplaces', 'Menteng,\n10310 , 10320-10350', id)![0]!.places).toEqual([
      ...['Menteng', '10310', '10320-10350'],
    ])
    expect(change('zfee', '5.000', 'gone')).toEqual(some.zones)
    const around = (text: string | null, zones: DeliveryZone[] = some.zones) =>
      readRule('zaround', text, { today: '2026-11-24', zone: id })?.({ ...defaultRules, zones }).zones?.[0]?.around
    const circle = { latitude: -6.2, longitude: 106.8166, radiusKm: 3 }
    expect(around('-6.2, 106.8166')).toEqual(circle)
    expect(around('-6.2,106.8166 2,5 km')).toEqual({ ...circle, radiusKm: 2.5 })
    expect(around('5 km', [{ ...menteng, around: circle }])).toEqual({ ...circle, radiusKm: 5 })
    expect(around(null, [{ ...menteng, around: circle }])).toBeUndefined()
  })

  test.each([
    ['zaround', 'dekat sini'],
    ['zone', 'Menteng'],
    ['zone', '10.000'],
    ['zone', ''],
    ['zfee', 'mahal'],
    ['tables', 'banyak'],
    ['slot', '1,5'],
    ['daily', 'pagi'],
    ['mon', '08.00'],
    ['fee', 'gratis dong'],
    ['holiday', 'besok'],
    ['holiday', ''],
  ] as const)('the rule %s is not guessed from "%s"', (rule, text) => expect(read(rule, text)).toBeNull())
})

describe('the rules of a shop in its merchant’s chat', () => {
  test('opening hours are set for all days, then for one, and removed', async () => {
    await owner.say('/aturan', there)
    await owner.sees('selalu buka', there)
    await owner.press('Jam buka', there)
    await owner.press('Semua hari', there)
    await owner.sees('Ketik seperti 08.00-17.00', there)
    await owner.say('pagi', there)
    await owner.sees('Belum terbaca', there)
    await owner.say('08.00-17.00', there)
    await owner.sees('Senin: 08:00–17:00', there)
    await owner.press('Minggu', there)
    await owner.press('Tutup', there)
    await owner.sees('Minggu: tutup', there)
    await owner.press('Kembali', there)
    await owner.sees('Jam buka: Senin–Sabtu 08:00–17:00', there)
    expect(Object.keys((await rules()).hours as object)).toHaveLength(6)
    await owner.press('Jam buka', there)
    await owner.press('Selalu buka', there)
    await eventually(async () => (await rules()).hours === null || undefined, 'a shop that is always open')
  })

  test('one press adds a holiday, and another removes it', async () => {
    await owner.say('/aturan', there)
    await owner.press('Hari libur', there)
    await owner.press('Tutup besok', there)
    const first = await eventually(async () => ((await rules()).holidays as { day: string }[])[0], 'a holiday')
    const { calendar, now } = store.shop.app
    expect(first.day > calendar.formatDay(now())).toBe(true)
    await owner.press('Hapus libur', there)
    await eventually(async () => ((await rules()).holidays as object[]).length === 0 || undefined, 'no holiday')
    await owner.press('Tambah hari libur', there)
    await owner.say('25/12/2001 Natal', there)
    await owner.sees('Waktunya sudah lewat', there)
    await owner.say('25/12/2099 Natal', there)
    await owner.sees('Harus tanggal yang ada', there)
    await owner.press('Kembali', there)
    expect((await rules()).holidays).toEqual([])
  })

  test('amounts and texts of the rules are typed or pressed, and refused with an explanation', async () => {
    await owner.say('/aturan', there)
    await owner.press('Antar & ambil', there)
    await owner.press('Ongkir', there)
    await owner.press('10.000', there)
    await owner.sees('ongkir Rp\u00a010.000', there)
    await owner.press('Gratis ongkir mulai', there)
    await owner.say('100.000', there)
    await owner.sees('gratis mulai Rp\u00a0100.000', there)
    await owner.press('Kembali', there)
    await owner.press('Kontak & sapaan', there)
    await owner.press('WhatsApp', there)
    await owner.say('halo', there)
    await owner.sees('Harus nomor HP', there)
    await owner.say('0812-3456-7890', there)
    await owner.sees('WhatsApp: 0812-3456-7890', there)
    await owner.press('Kembali', there)
    await owner.sees('Kontak: 0812-3456-7890', there)
    await owner.press('Antar & ambil', there)
    await owner.press('Berhenti mengantar', there)
    expect((await rules()).delivers ?? true).toBe(true)
    await owner.press('Ambil sendiri', there)
    await owner.say('Jl. Mawar 1', there)
    await owner.sees('Ambil sendiri: Jl. Mawar 1', there)
    await owner.press('Berhenti mengantar', there)
    await owner.sees('tidak mengantar', there)
    await owner.press('Ambil sendiri', there)
    await owner.press('Kosongkan', there)
    await owner.sees('Harus ada satu cara', there)
    expect(await rules()).toMatchObject({ delivers: false, pickup_place: 'Jl. Mawar 1', delivery_fee: 10_000 })
  })

  test('areas, tables and time slots are set by typing or pressing, and removed', async () => {
    await owner.say('/aturan', there)
    await owner.press('Antar & ambil', there)
    await owner.press('Daerah', there)
    await owner.press('Tambah daerah', there)
    await owner.say('Menteng', there)
    await owner.sees('Ketik nama dan ongkirnya', there)
    await owner.say('Menteng 10.000', there)
    await owner.sees('Menteng: Rp\u00a010.000', there)
    await owner.press('Menteng', there)
    await owner.press('Tiap kg', there)
    await owner.press('2.000', there)
    await owner.press('Kecamatan/kode pos', there)
    await owner.say('Menteng, 10310', there)
    await owner.sees('Kecamatan dan kode pos: Menteng, 10310', there)
    const menteng = { name: 'Menteng', places: ['Menteng', '10310'], fee: 10_000, perKg: 2000 }
    expect((await rules()).zones).toEqual([menteng])
    await owner.press('Titik & radius', there)
    await owner.say('5 km', there)
    await owner.sees('Kirim lokasi lewat 📎, atau ketik titik', there)
    const location = { latitude: -6.2, longitude: 106.8166 }
    await store.control('messages', { bot: store.platform, from: owner.id, location })
    await owner.sees('Titik dan radius: -6.2, 106.8166, 3 km', there)
    expect((await rules()).zones).toEqual([{ ...menteng, around: { ...location, radiusKm: 3 } }])
    await owner.press('Hapus daerah', there)
    await eventually(async () => ((await rules()).zones as object[]).length === 0 || undefined, 'no area')
    await owner.press('Kembali', there)
    await owner.press('Meja', there)
    await owner.say('61', there)
    await owner.sees(/1.*60/, there)
    await owner.press('20', there)
    await owner.sees('Meja: 20', there)
    await owner.press('Slot waktu', there)
    await owner.press('30', there)
    await owner.sees('Slot waktu: tiap 30 menit', there)
    expect(await rules()).toMatchObject({ tables: 20, slot_minutes: 30 })
    await owner.press('Meja', there)
    await owner.press('Tanpa meja', there)
    await owner.sees('Meja: belum diisi', there)
  })

  test('customer questions, late money and the logo are set by buttons', async () => {
    const account = async () => {
      const [row] = await store.shop.app.sql.query<{ accepts_late_money: boolean; logo_key: string | null }>(
        'select accepts_late_money, logo_key from account where id = $1',
        [store.shop.demo.accountId],
      )
      return row!
    }
    await owner.say('/aturan', there)
    await owner.press('Pesanan', there)
    await owner.press('▫️ Catatan', there)
    await owner.sees('Yang ditanyakan ke semua pelanggan: Catatan', there)
    expect((await rules()).asks).toEqual(['note'])
    await owner.press('Terima uang terlambat yang pas', there)
    await owner.sees('langsung melunasi tagihannya', there)
    expect((await account()).accepts_late_money).toBe(true)
    await owner.press('Tanya aku dulu', there)
    await owner.sees('Uang terlambat: menunggu keputusanmu', there)
    expect((await account()).accepts_late_money).toBe(false)

    await owner.press('Kembali', there)
    await owner.press('Pasang logo', there)
    await owner.say('bukan gambar', there)
    await owner.sees('foto', there)
    const logo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0f766e' } })
      .jpeg()
      .toBuffer()
    const photo = { name: 'logo.jpg', base64: logo.toString('base64') }
    await store.control('messages', { bot: store.platform, from: owner.id, photo })
    await eventually(async () => (await account()).logo_key ?? undefined, 'a logo')
    await owner.press('Hapus logo', there)
    await eventually(async () => (await account()).logo_key === null || undefined, 'no logo')
  })

  test('a change in the chat preserves concurrent changes on the dashboard, and drops past holidays', async () => {
    const { app, demo } = store.shop
    const acting = { ...commandActor, accountId: demo.accountId }
    await changeShopRules(app, acting, () => ({ ...defaultRules, orderMin: 5000, greeting: 'Halo' }))
    await Promise.all([
      changeShopRules(app, acting, () => ({ deliveryFee: 7000 })),
      changeShopRules(app, acting, () => ({ address: 'Jl. Melati 2' })),
    ])
    expect(await rules()).toMatchObject({
      order_min: 5000,
      greeting: 'Halo',
      delivery_fee: 7000,
      address: 'Jl. Melati 2',
    })
    await app.sql.write(`update shop_rules set holidays = '[{"day":"2001-01-01","note":""}]'`)
    await changeShopRules(app, acting, ({ holidays }) => ({ holidays }))
    expect((await rules()).holidays).toEqual([])
  })
})
