import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entities, listModules, selectModules } from '../../src/app.ts'
import { ConfigError } from '../../src/config.ts'
import { markModuleReactions } from '../../src/events/announce.ts'
import { createSchedule } from '../../src/jobs/schedule.ts'
import { listArchivedTables } from '../../src/modules/archive/archived-tables.ts'
import { chooseModules, foldReactions } from '../../src/modules/fold.ts'
import type { Module } from '../../src/modules/module.ts'
import { refuseOpenWork } from '../../src/modules/refuse-open-work.ts'
import { reactions } from '../../src/reactions.ts'
import { buildMerchantNavigation, listTabSets } from '../../src/web/parts/navigation.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

const named = (name: string, more: Partial<Module> = {}): Module => ({ name, summary: name, ...more })
const three = [named('bread'), named('soup', { needs: ['bread'] }), named('tea')]
const withOptional = [...three, named('cake', { isOffByDefault: true })]
const namesOf = (setting: string | undefined) => chooseModules(three, setting).map(({ name }) => name)

describe('MODULES', () => {
  test.each([
    [undefined, ['bread', 'soup', 'tea']],
    ['all', ['bread', 'soup', 'tea']],
    ['none', []],
    ['tea, bread', ['bread', 'tea']],
  ])('MODULES=%s switches on %j', (setting, names) => {
    expect(namesOf(setting)).toEqual(names)
  })

  test.each([
    [undefined, false],
    ['all', true],
    ['cake', true],
  ])('MODULES=%s switches on a module that is off by default: %s', (setting, isOn) => {
    expect(chooseModules(withOptional, setting).some(({ name }) => name === 'cake')).toBe(isOn)
  })

  test.each([
    ['coffee', 'MODULES knows all, none, bread, soup, tea, not "coffee"'],
    ['tea,none', 'MODULES knows all, none, bread, soup, tea, not "none"'],
    ['tea,', 'MODULES knows all, none, bread, soup, tea, not ""'],
    ['soup', 'MODULES: soup needs bread'],
  ])('MODULES=%s stops the start with one sentence', (setting, sentence) => {
    expect(() => namesOf(setting)).toThrow(new ConfigError([sentence]))
  })

  test('the list of modules has every module, and says which are on', () => {
    expect(listModules({ modules: 'menu' }).flatMap(({ module, isOn }) => (isOn ? [module.name] : []))).toEqual([
      'menu',
    ])
    expect(listModules({ modules: 'none' }).length).toBe(listModules({ modules: undefined }).length)
  })

  test("a module's reaction runs before those of the core, or at the place reserved for it", () => {
    const own = async () => {}
    const folded = foldReactions(reactions, [{ 'payment.paid': [own], 'order.placed': [own] }])
    const [first, ...others] = reactions['payment.paid']
    expect(folded['payment.paid']).toEqual([first, own, ...others.filter(one => one !== markModuleReactions)])
    expect(folded['order.placed']).toEqual([own, ...reactions['order.placed']])
    expect(folded['payment.expired']).toEqual(reactions['payment.expired'].filter(one => one !== markModuleReactions))
  })
})

describe('a shop without modules', () => {
  let shop: TestShop
  const off = selectModules({ modules: 'none' })
  const everything = selectModules({ modules: 'all' })

  beforeAll(async () => {
    shop = await createTestShop({ settings: { MODULES: 'none' } })
  })
  afterAll(() => shop.close())

  test('a shop without modules has none of their pages, screens, commands and menu entries', async () => {
    expect([off.pages, off.shopScreens, off.platformScreens, off.endpoints]).toEqual([[], [], [], []])
    expect([off.routers(shop.app), everything.routers(shop.app).length > 0]).toEqual([[], true])
    expect(await off.loadCommands()).toEqual({})
    expect(everything.pages.length).toBeGreaterThan(0)
    const { main, groups } = buildMerchantNavigation(shop.app)
    const tabs = listTabSets(shop.app).flatMap(set => set.pages)
    const paths = [...main, ...groups.flatMap(({ entries }) => entries), ...tabs].map(({ path }) => path)
    expect(everything.pages.filter(({ path }) => paths.includes(path))).toEqual([])
  })

  test('a shop without modules has none of their sweeps, and stores due work instead of reactions', () => {
    const swept = createSchedule(shop.app, everything.sweeps).sweeps.map(({ name }) => name)
    const core = createSchedule(shop.app, off.sweeps).sweeps.map(({ name }) => name)
    expect(swept.filter(name => !core.includes(name))).toContain('free-idle-stars')
    expect(shop.app.reactions['stars.paid']).not.toEqual(everything.reactions.flatMap(own => own['stars.paid'] ?? []))
  })

  test('a shop without modules keeps their tables, which an archive has too', () => {
    const tables = new Set(entities.map(({ name }) => name))
    expect([...tables]).toEqual(expect.arrayContaining(['MenuPage', 'Shift', 'StarPurchase']))
    expect([...listArchivedTables(shop.app).keys()]).toEqual(expect.arrayContaining(['menu_page', 'star_purchase']))
  })

  test('a shop without modules starts if none has open work, and otherwise says how much', async () => {
    const listed = (count: number) => [
      { module: named('soup', { countOpen: async () => ({ 'open pots': count, 'dirty plates': 0 }) }), isOn: false },
      { module: named('tea', { countOpen: async () => ({ 'open pots': 5 }) }), isOn: true },
    ]
    await refuseOpenWork(shop.app, listed(0))
    await refuseOpenWork(shop.app, listModules(shop.app.config))
    const refused = refuseOpenWork(shop.app, listed(3))
    await expect(refused).rejects.toThrow(new ConfigError(['MODULES: soup cannot be off yet: 3 open pots']))
  })
})
