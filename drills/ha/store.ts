import fs from 'node:fs'
import path from 'node:path'
import { connectDatabase } from '../../src/database/open.ts'
import type { Database } from '../../src/lib/sql.ts'
import { allEntities } from '../../test/kit/entities.ts'
import { databaseUrl } from './cluster.ts'
import type { Ground } from './machine.ts'
import { openBalance } from './opening.ts'
import type { Telegram } from './telegram.ts'

/** An account without limits, with an example of everything that must survive. */
export interface Store {
  testKey: string
  liveKey: string
  /** Its bot, where everybody buys the product with this id. */
  bot: string
  productId: string
  /** The key of a product whose number the merchant's server reports. */
  counted: string
  /** The initial stock of it. */
  shelf: number
}

const account = 'kopi'
const bot = 'kopi_ha_bot'
const counted = 'gelas'
const keysCount = 5_000
const shelf = 500_000

/** Opens the drill's store through the commands of an operator. */
export async function openStore(
  ground: Ground,
  telegram: Telegram,
  warung: (...args: string[]) => Promise<string>,
): Promise<Store> {
  await warung('account', 'add', 'operator', '--operator', '--plan', 'premium')
  await warung('account', 'add', account, '--plan', 'premium')
  await warung('catalog', 'import', writeCatalog(ground), '--account', account, '--mode', 'test')
  await warung('bot', 'add', await telegram.addBot(bot), '--account', account, '--mode', 'test')
  const createKey = async (mode: string) => {
    const created = await warung('key', 'create', '--account', account, '--mode', mode, '--unlimited')
    return new RegExp(`wrg_${mode}_\\w+`).exec(created)![0]
  }
  const [testKey, liveKey] = [await createKey('test'), await createKey('live')]
  return withDatabase(async sql => {
    await openBalance(sql, account)
    const [product] = await sql.query<{ id: string }>(`select public_id as id from product where key = 'kunci'`)
    return { testKey, liveKey, bot, productId: product!.id, counted, shelf }
  })
}

/** Runs work on the primary's current database. */
export async function withDatabase<Result>(work: (sql: Database) => Promise<Result>): Promise<Result> {
  const database = await connectDatabase({ connectionString: databaseUrl }, { poolMax: 2, entities: allEntities })
  try {
    return await work(database.sql)
  } finally {
    await database.close()
  }
}

function writeCatalog(ground: Ground): string {
  const file = path.join(ground.folder, 'catalog.yaml')
  const serials = Array.from({ length: keysCount }, (_, at) => `KEY-${100_000 + at}`)
  const products = [
    { key: 'kunci', kind: 'digital', name: 'Kunci', price: 25_000, stock: { serials } },
    { key: counted, kind: 'physical', name: 'Gelas', price: 15_000, stock: shelf },
  ]
  // JSON is YAML.
  fs.writeFileSync(file, JSON.stringify({ products }))
  return file
}
