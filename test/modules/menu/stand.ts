import { commandActor } from '../../../src/accounts/audit.ts'
import { importCatalog } from '../../../src/catalog/import/import-catalog.ts'
import { setMenu } from '../../../src/modules/menu/set-menu.ts'
import type { TestShop } from '../../kit/app.ts'

const catalog = `
categories:
  - key: minuman
    name: Minuman
    categories:
      - { key: dingin, name: Dingin }
  - { key: camilan, name: Camilan }
products:
  - key: kopi-susu
    category: dingin
    kind: physical
    name: Kopi Susu
    variants:
      - { key: reguler, name: Reguler, price: 18000, stock: 50 }
      - { key: besar, name: Besar, price: 24000, stock: 50 }
  - key: latte
    category: minuman
    kind: physical
    name: Latte
    price: 22000
    stock: unlimited
    options:
      - key: susu
        name: Susu
        min: 1
        choices:
          - { key: sapi, name: Susu sapi }
          - { key: oat, name: Susu oat, price: 8000 }
  - { key: roti, category: camilan, kind: physical, name: Roti Bakar, price: 15000, stock: 1 }
`

/** Opens the menu of the demo's shop in test mode, with a few goods. */
export async function openMenu(shop: TestShop, slug: string): Promise<void> {
  const acting = { accountId: shop.demo.accountId, mode: 'test', ...commandActor } as const
  await importCatalog(shop.app, acting, catalog, import.meta.dirname)
  await setMenu(shop.app, acting, { slug, isOn: true })
}
