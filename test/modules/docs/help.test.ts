import { expect, test } from 'vitest'
import { helpFinder } from '../../../src/modules/docs/web/find-help.ts'
import { articleSlugs } from '../../../src/modules/docs/web/manual/article.ts'
import type { App } from '../../../src/needs.ts'
import { buildMerchantNavigation, helpPath, listTabSets } from '../../../src/web/parts/navigation.ts'
import type { Visit } from '../../../src/web/parts/visit.ts'
import { slots } from '../../kit/parts.ts'

const app = { slots }

test('every page of the menu has a chapter of the manual or the reference as its help', () => {
  const { main, groups } = buildMerchantNavigation(app)
  const entries = [...main, ...groups.flatMap(group => group.entries), ...listTabSets(app).flatMap(set => set.pages)]
  const chapters = new Set(articleSlugs.map(slug => `/docs/manual/${slug}`))
  for (const { path } of entries) expect(['/docs', ...chapters]).toContain(helpPath(app, path))
  for (const { chapter } of slots.sellingPlaces ?? []) expect(chapters).toContain(`/docs/manual/${chapter}`)
  expect(helpPath(app, '/dashboard/payments/INV-1')).toBe('/docs/manual/customer-says-paid')
  expect(helpPath(app, '/dashboard/keys')).toBe('/docs')
  expect(helpPath(app, '/dashboard/rules/texts')).toBe('/docs/manual/shop-rules')
  expect(helpPath(app, '/dashboard/rules/delivery')).toBe('/docs/manual/zones')
  for (const { path, help } of slots.helpPages ?? []) {
    expect(articleSlugs).toContain(help)
    expect(helpPath(app, path.replace(/:\w+/, 'INV-1'))).toBe(`/docs/manual/${help}`)
  }
})

test.each([
  ['kembalikan uang', 'money-back'],
  ['Bagaimana cara mengembalikan uang?', 'money-back'],
  ['gimana caranya menambah kasir?', 'counter'],
  ['HP saya hilang, bagaimana saya masuk?', 'new-phone'],
  ['Kenapa belum lunas padahal sudah bayar?', 'customer-says-paid'],
  ['cara bikin kode meja', 'menu'],
])('the question "%s" leads to its chapter of the manual', async (question, chapter) => {
  const visit = { language: 'id' } as Visit
  const hits = await helpFinder.find({} as App, visit, { text: question, limit: 5 })
  expect(hits[0]!.path).toBe(`/docs/manual/${chapter}`)
})
