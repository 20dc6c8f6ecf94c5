import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import { makePress } from '../../bot/telegram/message.ts'
import { formatDatabaseUrl } from '../../test/kit/connection.ts'
import { findFreePort, type ShopProcess, startShop } from '../../test/kit/shop-process.ts'
import { pickSize } from './length.ts'
import { generateLoad, percentile } from './load.ts'

/** `npm start` with all its roles in one process, as used by its people and backends. */
export interface WholeShop extends ShopProcess {
  demo: {
    api_key: string
    second: { api_key: string }
    bot_api_url: string
    bots: { shop: string }
    merchant: { username: string; password: string }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: chats are read as an outside driver reads them
type Shown = any

export interface WaitTimes {
  p50Ms: number
  p99Ms: number
}

const creations = pickSize(500, 20_000)
const unlimited = { RATE_LIMIT_PER_S: '1000000', RATE_LIMIT_BURST: '1000000' }

export async function startWholeShop(
  connection: pg.ClientConfig,
  dataDir: string,
  settings: Record<string, string>,
): Promise<WholeShop> {
  const own = { PORT: String(await findFreePort()), DATABASE_URL: formatDatabaseUrl(connection), DATA_DIR: dataDir }
  const shop = await startShop({ ...own, ...unlimited, ...settings }, [process.execPath, ...startArguments()])
  return { ...shop, demo: JSON.parse(fs.readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) }
}

/** Returns the arguments that `npm start` passes to Node, after `node run.cjs`. */
function startArguments(): string[] {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'))
  return scripts.start.split(' ').slice(2)
}

/**
 * Lets people press simultaneously, and again as soon as the last press is acknowledged. Then it waits until the last
 * of their screens has changed, so that later measurements are not affected.
 */
export async function measurePresses(
  shop: WholeShop,
  people: number,
  pressesEach: number,
): Promise<{ acknowledged: WaitTimes; screensPerS: number }> {
  const chats: Chat[] = []
  while (chats.length < people) chats.push(await enter(shop))
  const startedAt = performance.now()
  const waits = chats.map(async chat => {
    const own: number[] = []
    for (let round = 0; round < pressesEach; round++) {
      const { answered_after_ms: waited } = await chat.press(makePress(round % 2 === 0 ? 'browse' : 'home'))
      own.push(waited ?? Number.POSITIVE_INFINITY)
    }
    return own
  })
  const acknowledged = waitsOf((await Promise.all(waits)).flat())
  // The presses of a chat are handled in order, so its last screen appears after all others.
  for (const chat of chats) await chat.pressUntil(makePress('help'), message => carries(message, 'ask'))
  const tookS = (performance.now() - startedAt) / 1000
  return { acknowledged, screensPerS: (people * (pressesEach + 1)) / tookS }
}

/**
 * Measures one customer after the other: from a press until the screen changes, and from "buy" until the order is
 * shown.
 */
export async function measureScreens(
  shop: WholeShop,
  productId: string,
  customers: number,
): Promise<{ update: WaitTimes; checkout: WaitTimes }> {
  const update: number[] = []
  const checkout: number[] = []
  for (let customer = 0; customer < customers; customer++) {
    const chat = await enter(shop)
    update.push(
      await chat.pressUntil(makePress('browse'), message => message.reply_markup && !carries(message, 'search')),
    )
    await chat.pressUntil(makePress('product', productId), message => carries(message, 'buy'))
    checkout.push(await chat.pressUntil(carries(await chat.screen(), 'buy')!, isOrder))
  }
  return { update: waitsOf(update), checkout: waitsOf(checkout) }
}

/** Returns resident memory in MB after many payments were created over HTTP. */
export async function measureMemory(shop: WholeShop): Promise<{ before: number; after: number; perS: number }> {
  const before = await residentMb(shop.pid)
  const { perS } = await generateLoad({
    port: Number(new URL(shop.url).port),
    connections: 16,
    amount: creations,
    next: () => ({
      method: 'POST',
      path: '/api/create-payment',
      key: shop.demo.api_key,
      body: JSON.stringify({
        amount: 10_000 + randomInt(5_000_000_000),
        payment_method: 'wallet_direct',
      }),
    }),
  })
  return { before, after: await residentMb(shop.pid), perS }
}

async function residentMb(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1024
}

interface Chat {
  /** Returns the newest message of the bot. */
  screen(): Promise<Shown>
  /** Presses a button of the screen, and returns the Bot API's report of its acknowledgement. */
  press(data: string): Promise<{ answered_after_ms: number | null }>
  /** Returns the time, in ms, until the screen is as expected. */
  pressUntil(data: string, isIt: (message: Shown) => unknown): Promise<number>
}

const patienceMs = 60_000
const lookEveryMs = 2

/** Creates a person who pressed START in the shop, and sees its home screen. */
async function enter({ demo }: WholeShop): Promise<Chat> {
  const control = controlOf(demo.bot_api_url)
  const bot = demo.bots.shop
  const { id: from } = await control('people', { first_name: 'Ayu', language_code: 'id' })
  const screen = async () =>
    (await control(`messages?bot=${bot}&person=${from}`)).findLast((message: Shown) => message.from?.is_bot)
  const until = async (isIt: (message: Shown) => unknown) => {
    const deadline = Date.now() + patienceMs
    for (;;) {
      const message = await screen()
      if (message && isIt(message)) return message
      if (Date.now() > deadline) throw new Error(`the chat still shows ${JSON.stringify(message)}`)
      await pause(lookEveryMs)
    }
  }
  await control('messages', { bot, from, text: '/start' })
  let { message_id: shown } = await until(message => carries(message, 'search'))
  const pressShown = (data: string) => control('presses', { bot, from, message_id: shown, data })
  return {
    screen,
    press: pressShown,
    async pressUntil(data, isIt) {
      const startedAt = performance.now()
      const [message] = await Promise.all([until(isIt), pressShown(data)])
      shown = message.message_id
      return performance.now() - startedAt
    },
  }
}

/** Returns the data of the first button with that verb. */
function carries(message: Shown, verb: string): string | undefined {
  const buttons = (message.reply_markup?.inline_keyboard ?? []).flat()
  return buttons.map((button: Shown) => button.callback_data).find((data?: string) => data?.split(':')[0] === verb)
}

function isOrder(message: Shown): boolean {
  return /ORD-\d{6}-\w{6}/.test(message.text ?? message.caption ?? '')
}

const controlOf =
  (botApiUrl: string) =>
  async (path: string, body?: object): Promise<Shown> => {
    const answer = await fetch(`${botApiUrl}/control/${path}`, {
      ...(body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    const told = await answer.json()
    if (!answer.ok) throw new Error(`/control/${path} answered ${answer.status}: ${JSON.stringify(told)}`)
    return told
  }

function waitsOf(waits: number[]): WaitTimes {
  const sorted = waits.toSorted((one, other) => one - other)
  return { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) }
}
