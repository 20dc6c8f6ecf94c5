import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { findFolderConnection, startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import { findFreePort, type ShopProcess, startShop, waitUntil } from '../../test/kit/shop-process.ts'
import { startChatCustomers } from '../faults/chat-customers.ts'
import { startCustomers } from '../faults/customers.ts'
import { writeDump } from './dump.ts'
import { fillEmptyTables } from './fill-empty.ts'
import { unpackVersion } from './keep-version.ts'
import { bringMoney, sellKeys } from './replace-under-load.ts'

/**
 * `node run.cjs drills/upgrade/make-dump.ts 1.0.0`, once that version is stored: dumps its demo, with a generated row
 * for each empty table.
 */
const [version = ''] = process.argv.slice(2)
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-dump-'))
try {
  const checkout = unpackVersion(version, dir)
  fs.symlinkSync(path.join(import.meta.dirname, '..', '..', 'node_modules'), path.join(checkout, 'node_modules'))
  const PORT = String(await findFreePort())
  const settings = { PORT, BASE_URL: `http://127.0.0.1:${PORT}`, DATA_DIR: path.join(dir, 'data') }
  const shop = await startShop(settings, [process.execPath, path.join(checkout, 'src', 'main.ts')])
  await buySomething(shop, checkout, settings.DATA_DIR)
  shop.signal('SIGTERM')
  await shop.ended
  const server = await startEmbeddedPostgres({ dir: path.join(dir, 'data', 'postgres') })
  try {
    const empty = await fillEmptyTables(server.connection)
    if (empty.length > 0) process.stderr.write(`No row was found for ${empty.join(', ')}\n`)
    await writeDump(version, server.connection)
  } finally {
    await server.stop()
  }
} finally {
  fs.rmSync(dir, { recursive: true, force: true })
}

/** Pays a payment through the API, and orders in the chat. */
async function buySomething({ url }: ShopProcess, checkout: string, dataDir: string): Promise<void> {
  await sellKeys(checkout, { DATA_DIR: dataDir }, dir)
  const demo = JSON.parse(fs.readFileSync(path.join(dataDir, 'demo.json'), 'utf8'))
  const client = new pg.Client(await findFolderConnection(path.join(dataDir, 'postgres')))
  await client.connect()
  const { rows } = await client.query<{ id: string }>("select public_id as id from product where key = 'kunci'")
  await client.end()
  const sandboxUrl = `${url}/sandbox`
  const crowd = startCustomers({ count: 1, apiUrls: [url], apiKey: demo.api_key, sandboxUrl })
  const chats = startChatCustomers({
    // An invitation needs two people.
    count: 2,
    botApiUrl: demo.bot_api_url,
    bringMoney: (invoiceId, reference) => bringMoney(sandboxUrl, invoiceId, reference),
    bot: demo.bots.shop,
    productId: rows[0]!.id,
  })
  await waitUntil(() => crowd.ledger.money.length > 0 && chats.ledger.orders.some(({ keys }) => keys), 180_000)
  await Promise.all([crowd.stop(), chats.stop()])
}
