import { commandActor } from '../../../src/accounts/audit.ts'
import { importCatalog } from '../../../src/catalog/import/import-catalog.ts'
import { botTokenContext } from '../../../src/notices/bot.ts'
import { storeBot } from '../../../src/notices/store-bot.ts'
import type { TestShop } from '../../kit/app.ts'

const choices = (key: string, name: string, [usual, dearer]: [string, string]) => `
      - key: ${key}
        name: ${name}
        min: 1
        choices:
          - { key: ${key}-0, name: ${usual} }
          - { key: ${key}-1, name: ${dearer}, price: 3000 }`

/** A coffee with four groups of options, a product without any, and a digital product for Stars. */
export const catalog = `
categories:
  - { key: kopi, name: Kopi }
products:
  - key: latte
    category: kopi
    kind: physical
    name: Kopi Gula Aren
    price: 21000
    stock: unlimited
    asks: [phone]
    options:${choices('susu', 'Susu', ['Sapi', 'Oat'])}${choices('manis', 'Manis', ['Biasa', 'Kurang'])}${choices(
      'es',
      'Es',
      ['Normal', 'Sedikit'],
    )}${choices('biji', 'Biji', ['Arabika', 'Robusta'])}
  - { key: roti, kind: physical, name: Roti Sobek, price: 17500, stock: 5, asks: [] }
  - { key: kelas, kind: digital, name: Kelas Seduh, price: 45000, stock: { serials: [A-1, A-2] } }
`

export interface StoredBot {
  id: number
  token: string
  username: string
}

let bots = 0

/** Stores a bot of the demo's shop, as if Telegram had confirmed it. */
export async function addShopBot(shop: TestShop, accountId = shop.demo.accountId): Promise<StoredBot> {
  const id = 7_400_000_000 + ++bots
  const token = `${id}:AAH${'x'.repeat(29)}${String(bots).padStart(3, '0')}`
  const username = `warung_${id}_bot`
  const row = { id, accountId, mode: 'test' as const, username, firstName: 'Warung', me: { id, username } }
  await storeBot(shop.app, { ...row, sealedToken: shop.app.seal.seal(token, botTokenContext(id)) })
  return { id, token, username }
}

/** Stores the bot of the installation, as if Telegram had confirmed it. */
export async function addPlatformBot(shop: TestShop): Promise<StoredBot> {
  const id = 7_399_000_001
  const token = `${id}:AAH${'y'.repeat(32)}`
  const username = 'warung_platform_bot'
  const row = { id, accountId: null, mode: 'test' as const, username, firstName: 'Warung', me: { id } }
  await storeBot(shop.app, { ...row, sealedToken: shop.app.seal.seal(token, botTokenContext(id)) })
  return { id, token, username }
}

/** Fills the demo's shop. */
export async function stockShop(shop: TestShop): Promise<void> {
  const acting = { accountId: shop.demo.accountId, mode: 'test', ...commandActor } as const
  await importCatalog(shop.app, acting, catalog, import.meta.dirname)
}
