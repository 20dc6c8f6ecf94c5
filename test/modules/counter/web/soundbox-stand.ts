import net, { type AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { spellAmount } from '../../../../src/modules/counter/spell-amount.ts'
import { openBrowser } from '../../../kit/browser.ts'
import { createWebShop, type WebShop } from '../../../web/web-shop.ts'
import { pairedDevice } from '../stand.ts'

export const patience = { timeout: 15_000, interval: 50 }

/** A shop, and a browser that plays no sound before a press. */
export interface World extends AsyncDisposable {
  shop: WebShop
  browser: Browser
}

export async function openWorld(): Promise<World> {
  const [shop, browser] = await Promise.all([createWebShop(), openBrowser('--autoplay-policy=user-gesture-required')])
  return {
    shop,
    browser,
    async [Symbol.asyncDispose]() {
      await browser.close()
      await shop.close()
    },
  }
}

/** One played clip: its start, in epoch milliseconds, and its duration. */
interface Played {
  name: string
  at: number
  /** The start by the audio clock, which alone is exact. */
  from: number
  ms: number
}

// Names each sound by the file from which it was decoded, and records the sounds and times of playing.
const count = `
  window.played = []
  const names = new WeakMap()
  const read = Response.prototype.arrayBuffer
  Response.prototype.arrayBuffer = function () {
    const name = /([^/]+)\\.mp3/.exec(this.url)?.[1]
    return read.call(this).then(bytes => (names.set(bytes, name), bytes))
  }
  const decode = BaseAudioContext.prototype.decodeAudioData
  BaseAudioContext.prototype.decodeAudioData = function (bytes, done, failed) {
    const name = names.get(bytes)
    return decode.call(this, bytes, sound => (names.set(sound, name), done(sound)), failed)
  }
  const start = AudioBufferSourceNode.prototype.start
  AudioBufferSourceNode.prototype.start = function (when, from, length) {
    const at = Date.now() + (when - this.context.currentTime) * 1000
    const name = names.get(this.buffer)
    if (this.context.state === 'running') window.played.push({ name, at, from: when * 1000, ms: length * 1000 })
    start.call(this, when, from, length)
  }`

export interface Box extends AsyncDisposable {
  page: Page
  context: BrowserContext
  /** Returns the clips played since the page was opened. */
  played(): Promise<Played[]>
  /** Waits until a clip of this name is played, ignoring the given number of earlier clips. */
  heard(name: string, after?: number): Promise<Played>
}

interface OpenedBox {
  url?: string
  scheme?: 'light' | 'dark'
  /** A script that runs in the page before all others. */
  script?: string
}

export async function openBox(
  { shop, browser }: World,
  { url = shop.pagesUrl, scheme = 'light', script = '' }: OpenedBox = {},
): Promise<Box> {
  const { token } = await pairedDevice(shop, { kind: 'soundbox' })
  const context = await browser.newContext({
    locale: 'id-ID',
    viewport: { width: 360, height: 740 },
    colorScheme: scheme,
  })
  await context.addCookies([{ name: 'warung-soundbox', value: token, url: `${url}/soundbox` }])
  const page = await context.newPage()
  await page.addInitScript(script + count)
  await page.goto(`${url}/soundbox`)
  const played = () => page.evaluate<Played[]>('window.played')
  return {
    page,
    context,
    played,
    heard: (name, after = 0) =>
      vi.waitFor(async () => {
        const found = (await played()).slice(after).find(one => one.name === name)
        if (!found) throw new Error(`${name} was not said`)
        return found
      }, patience),
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/** Presses the button that starts the day by the keyboard, and waits until it has taken effect. */
export async function switchOn({ page, heard }: Box): Promise<void> {
  await page.locator('#start').press('Enter')
  await heard('ready')
}

/** Waits until the last clip and the pause after it are over, because clips are counted when they are scheduled. */
export async function silence(boxes: readonly Box[]): Promise<void> {
  const last = (await Promise.all(boxes.map(async box => (await box.played()).at(-1)!))).map(({ at, ms }) => at + ms)
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(Math.max(...last) + 400), patience)
}

/** Creates an unpaid payment. Returns it with the clips that announce its money. */
export async function payable({ shop }: World, amount: number): Promise<{ invoiceId: string; words: string[] }> {
  const invoiceId = await shop.invoice({ amount })
  await shop.work()
  const [row] = await shop.app.sql.query<{ sum: number }>(
    'select final_amount as sum from payment where invoice_id = $1',
    [invoiceId],
  )
  return { invoiceId, words: ['test', ...spellAmount(row!.sum, 'id'), 'rupiah', 'paid'] }
}

/** Forwards connections until it is frozen: then they stay open, but carry no more data. */
export async function openLine({ shop }: World): Promise<{ url: string; freeze(): void; thaw(): void; close(): void }> {
  const sockets = new Set<net.Socket>()
  let isFrozen = false
  const server = net.createServer(inner => {
    const outer = net.connect(Number(new URL(shop.pagesUrl).port), '127.0.0.1')
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(one)
      one.on('data', bytes => void (isFrozen || other.write(bytes)))
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze() {
      isFrozen = true
    },
    thaw() {
      // These connections are dead: data lost in the meantime does not arrive.
      for (const socket of sockets) socket.destroy()
      isFrozen = false
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
