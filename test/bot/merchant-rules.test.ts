import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rule, readRule } from '../../bot/screens/merchant/read-rule.ts'
import { byCommand } from '../../src/accounts/audit.ts'
import { changeShopRules } from '../../src/catalog/rules/change-shop-rules.ts'
import { usualRules } from '../../src/catalog/rules/plain-rules.ts'
import { setShopRules } from '../../src/catalog/set-shop-rules.ts'
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
  const read = (rule: Rule, text: string | null) => readRule(rule, text, '2026-11-24')?.(usualRules) ?? null

  test('is read as people write it', () => {
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

  test.each([
    ['daily', 'pagi'],
    ['mon', '08.00'],
    ['fee', 'gratis dong'],
    ['holiday', 'besok'],
    ['holiday', ''],
  ] as const)('of %s is not guessed from "%s"', (rule, text) => expect(read(rule, text)).toBeNull())
})

describe('the rules of a shop in its merchant’s chat', () => {
  test('opening hours are set for all days, then for one, and taken away', async () => {
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

  test('a holiday is one press away, and so is its end', async () => {
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

  test('amounts and words are typed or pressed, and refused in words', async () => {
    await owner.say('/aturan', there)
    await owner.press('Ongkir', there)
    await owner.press('10.000', there)
    await owner.sees('ongkir Rp\u00a010.000', there)
    await owner.press('Gratis ongkir mulai', there)
    await owner.say('100.000', there)
    await owner.sees('gratis mulai Rp\u00a0100.000', there)
    await owner.press('WhatsApp', there)
    await owner.say('halo', there)
    await owner.sees('Harus nomor HP', there)
    await owner.say('0812-3456-7890', there)
    await owner.sees('Kontak: 0812-3456-7890', there)
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

  test('a change leaves what the dashboard saved meanwhile, and forgets holidays that are over', async () => {
    const { app, demo } = store.shop
    const acting = { ...byCommand, accountId: demo.accountId }
    await setShopRules(app, acting, { ...usualRules, orderMin: 5000, greeting: 'Halo' })
    await Promise.all([
      changeShopRules(app, acting, () => ({ deliveryFee: 7000 })),
      changeShopRules(app, acting, () => ({ address: 'Jl. Melati 2' })),
    ])
    expect(await rules()).toMatchObject({
      ...{ order_min: 5000, greeting: 'Halo', delivery_fee: 7000, address: 'Jl. Melati 2' },
    })
    await app.sql.write(`update shop_rules set holidays = '[{"day":"2001-01-01","note":""}]'`)
    await changeShopRules(app, acting, ({ holidays }) => ({ holidays }))
    expect((await rules()).holidays).toEqual([])
  })
})
