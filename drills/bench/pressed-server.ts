import http from 'node:http'
import Koa from 'koa'
import { addBot } from '../../bot/bots/add-bot.ts'
import { createBotRole } from '../../bot/role.ts'
import { createAccount } from '../../src/people/create-account.ts'
import { noticeViews } from '../../test/kit/parts.ts'
import { openApp } from './open-app.ts'
import { pressedShop } from './pressed-shop.ts'
import { serveBench } from './server-process.ts'

/**
 * The arguments of the process of a pressed shop: Telegram's address, how updates arrive, and the bot that it serves.
 */
export interface PressedShop {
  port: number
  botApiUrl: string
  updates: 'polling' | 'webhook'
  token: string
  /** Whether it is the first process on its database. */
  isFirst: boolean
}

const { shop, ...connection } = JSON.parse(process.argv[2]!) as { shop: PressedShop }
const { app } = await openApp(connection, {
  BASE_URL: `http://127.0.0.1:${shop.port}`,
  BOT_API_URL: shop.botApiUrl,
  BOT_UPDATES: shop.updates,
})
if (shop.isFirst) {
  const account = await createAccount(app, { name: 'kopi', displayName: 'Warung Kopi', plan: 'premium' })
  await addBot(app, { token: shop.token, accountId: account.id, mode: 'test' })
}
const role = createBotRole(app, { shop: [pressedShop], platform: [] }, noticeViews)
const koa = new Koa({ silent: true } as never)
koa.use(role.router.routes())
const handle = koa.callback()
const server = http.createServer({ keepAliveTimeout: 65_000 }, (request, response) => void handle(request, response))
await new Promise<void>(resolve => server.listen(shop.port, '127.0.0.1', resolve))
process.once('SIGTERM', async () => {
  await role.stop()
  process.exit()
})
await role.start()
serveBench({ port: shop.port, key: '', invoices: [] })
