import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Slots } from '../../../src/slots.ts'
import {
  buildMerchantNavigation,
  helpPath,
  listTabSets,
  type MainPlace,
  mainPlaces,
} from '../../../src/web/parts/navigation.ts'
import { pages, slots } from '../../kit/parts.ts'

const app = { slots }
const everything = () => {
  const { main, groups } = buildMerchantNavigation(app)
  return [...main, ...groups.flatMap(({ entries }) => entries), ...listTabSets(app).flatMap(set => set.pages)]
}

describe('the menu of merchants', () => {
  test('the menu has at most eight entries, in the order of a working day', () => {
    expect(mainPlaces).toHaveLength(8)
    const order: readonly string[] = mainPlaces
    const places = buildMerchantNavigation(app).main.map(({ place }) => place)
    expect(places).toEqual(order.filter(place => places.includes(place as MainPlace)))
    expect(new Set(places).size).toBe(places.length)
  })

  test('a module can fill an empty place of the menu, but cannot add one', () => {
    expectTypeOf<Slots['mainPages']['place']>().toEqualTypeOf<'till' | 'bills' | 'statistics'>()
    const stranger = { path: '/dashboard/payments/ninth', text: { id: 'Kesembilan', en: 'Ninth' } }
    const wrong = { slots: { mainPages: [{ ...stranger, place: 'ninth' as never }] } }
    expect(buildMerchantNavigation(wrong).main.map(({ path }) => path)).not.toContain(stranger.path)
    const usurper = { slots: { mainPages: [{ ...stranger, place: 'home' as never }] } }
    expect(buildMerchantNavigation(usurper).main.map(({ path }) => path)).not.toContain(stranger.path)
  })

  test('the menu groups everything else under headings, each page once', () => {
    const { groups } = buildMerchantNavigation(app)
    expect(groups.map(({ title }) => title.id)).toEqual(['Toko', 'Akun', 'Pengembang'])
    const paths = everything().map(({ path }) => path)
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([
      '/dashboard/payments',
      '/dashboard/callbacks',
    ])
  })

  test('the menu links to existing pages', () => {
    const known = new Set(pages.map(({ path }) => path))
    for (const { path } of everything()) expect(known, path).toContain(path)
  })

  test('without a manual, pages have no help', () => {
    expect(helpPath({ slots: {} }, '/dashboard/payments')).toBeNull()
    expect(helpPath({ slots: {} }, '/dashboard/keys')).toBeNull()
  })
})
