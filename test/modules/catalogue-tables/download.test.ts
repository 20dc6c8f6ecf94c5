import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../../src/people/create-user.ts'
import { createVisitor, type Visitor } from '../../web/browse.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

const password = 'kopi susu dan roti bakar'

let shop: WebShop
let visitor: Visitor
beforeAll(async () => {
  shop = await createWebShop()
  await createUser(shop.app, { username: 'ayu', password, member: { accountId: shop.demo.accountId, role: 'owner' } })
  visitor = createVisitor(shop)
  await visitor.post('/sign-in', { act: 'in', username: 'ayu', password })
})
afterAll(() => shop.close())

test.each(['Kopi ☕', '蕭 Toko', 'Toko ‘Q’', 'Kopi "A"; filename="x.exe', 'Toko A/B', 'Kopi\\Teh'])(
  'the catalogue of %s is downloaded under its name',
  async displayName => {
    await shop.app.sql.write('update account set display_name = $2 where id = $1', [shop.demo.accountId, displayName])
    for (const kind of ['yaml', 'csv']) {
      const { status, headers } = await visitor.get(`/dashboard/catalog.${kind}`)
      expect(status).toBe(200)
      const written = headers.get('content-disposition')!
      // RFC 6266 and RFC 8187: one name in ASCII, and the whole name encoded.
      const [, plain, encoded] = /^attachment; filename="?((?:[^"\\]|\\.)*?)"?(?:; filename\*=UTF-8''(\S+))?$/.exec(
        written,
      )!
      expect(plain).toMatch(new RegExp(`^[ -~]+\\.${kind}$`))
      const name = encoded ? decodeURIComponent(encoded) : plain!.replaceAll('\\', '')
      expect(name).toBe(`${displayName.replaceAll(/[/\\]/g, '-')}.${kind}`)
    }
  },
)
