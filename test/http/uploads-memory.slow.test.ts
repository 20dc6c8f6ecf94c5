import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort, type ShopProcess, startShop, waitUntil } from '../kit/shop-process.ts'

const formBytes = 50_000_000
const forms = 20
const heldBytesMin = 300_000_000
const heldBytesMax = forms * formBytes * 0.99
// A fifth of the bytes that are held. A busy machine collects garbage later.
const grownMbMax = 200

let folder: string
let shop: ShopProcess
let demo: { api_key: string; merchant: { username: string; password: string } }

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'warung-uploads-'))
  // There is room for all uploads: the test measures their cost if none is rejected.
  const bounds = { UPLOADS_BYTES_MAX: '2000000000', UPLOADS_OF_ONE_MAX: '20', UPLOADS_OF_ONE_BYTES_MAX: '2000000000' }
  shop = await startShop({ PORT: String(await findFreePort()), DATA_DIR: folder, LOG_LEVEL: 'error', ...bounds })
  demo = JSON.parse(readFileSync(path.join(folder, 'demo.json'), 'utf8'))
}, 240_000)

afterAll(async () => {
  shop.signal('SIGTERM')
  await shop.ended
  await rm(folder, { recursive: true, force: true })
})

const doors: [name: string, open: () => Promise<{ path: string; headers: string }>][] = [
  [
    'the page of goods',
    async () => ({
      path: '/dashboard/goods?act=file',
      headers: `Cookie: ${await signIn()}\r\nSec-Fetch-Site: same-origin\r\n`,
    }),
  ],
  ['the API', async () => ({ path: '/api/upload-file', headers: `X-API-Key: ${demo.api_key}\r\n` })],
]

test.each(doors)(
  `${forms} forms of 50 MB held open at %s cost little memory, and leave nothing behind`,
  {
    timeout: 240_000,
  },
  async (_name, open) => {
    const { path: to, headers } = await open()
    const before = residentMb()
    const highest = { residentMb: before, onDisk: 0 }
    const watching = setInterval(() => {
      highest.residentMb = Math.max(highest.residentMb, residentMb())
      highest.onDisk = Math.max(highest.onDisk, bytesOnDisk())
    }, 50)
    const sockets: net.Socket[] = []
    try {
      await Promise.all(Array.from({ length: forms }, () => holdOpen(to, headers, sockets)))
      await waitUntil(() => sockets.every(({ destroyed }) => destroyed) || bytesOnDisk() >= heldBytesMax, 60_000)
    } finally {
      clearInterval(watching)
      // A failed test must not leave its forms to the next one.
      for (const socket of sockets) socket.destroy()
    }
    const grownMb = Math.round(highest.residentMb - before)
    const told = `${Math.round(highest.onDisk / 1e6)} MB held: ${grownMb} MB more than ${Math.round(before)}`
    process.stderr.write(`${told}\n`)
    // A request may take thirty seconds, in which a busy machine does not receive all of it.
    expect(highest.onDisk).toBeGreaterThan(heldBytesMin)
    expect(grownMb).toBeLessThan(grownMbMax)
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
    await waitUntil(() => bytesOnDisk() === 0, 30_000)
    expect(await readdir(path.join(folder, 'uploads'))).toEqual([])
  },
)

/** Sends a form without its last byte, or as much of it as the shop waits for. Adds its socket to `sockets`. */
function holdOpen(to: string, headers: string, sockets: net.Socket[]): Promise<void> {
  const begun = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
  const socket = net.connect(Number(new URL(shop.url).port), '127.0.0.1')
  sockets.push(socket)
  const piece = Buffer.alloc(500_000, 7)
  socket.write(
    `POST ${to} HTTP/1.1\r\nHost: shop\r\nContent-Type: multipart/form-data; boundary=b\r\n${headers}Content-Length: ${begun.length + formBytes + 1}\r\n\r\n${begun}`,
  )
  return new Promise((resolve, reject) => {
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.on('data', data => {
      const text = data.toString()
      if (!text.startsWith('HTTP/1.1 408 ')) reject(new Error(`answered: ${text.slice(-400)}`))
    })
    const send = (left: number) => {
      if (left === 0 || socket.destroyed) resolve()
      else socket.write(piece, () => send(left - piece.length))
    }
    send(formBytes)
  })
}

async function signIn(): Promise<string> {
  const { username, password } = demo.merchant
  const answer = await fetch(`${shop.url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ act: 'in', username, password }),
  })
  return answer.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
}

function residentMb(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${shop.pid}/status`, 'utf8'))![1]) / 1024
}

/** Counts the bytes of the unnamed files that the shop holds open. */
function bytesOnDisk(): number {
  const open = `/proc/${shop.pid}/fd`
  const uploads = path.join(folder, 'uploads')
  const sizes = readdirSync(open).map(file => {
    try {
      return readlinkSync(path.join(open, file)).startsWith(uploads) ? statSync(path.join(open, file)).size : 0
    } catch {
      // The file was closed in the meantime.
      return 0
    }
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}
