import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import Router from '@koa/router'
import type Koa from 'koa'
import type { Config } from '../../config.ts'
import { pathTo } from './address.ts'

interface Asset {
  body: Buffer
  /** Null for what is compressed already. Most processes never send one: it is done for whoever asks first. */
  compressed: (() => Promise<Buffer>) | null
  type: string
  hash: string
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const compress = promisify(brotliCompress)

/** Types that are compressed already. */
const packed = new Set(['.mp3', '.webp', '.woff2'])

// The files of `sheets/`, in the order in which their rules override one another.
const sheets = [
  'base',
  'pay-money',
  'pay-code',
  'pay-outcome',
  'menu',
  'docs',
  'shell',
  'forms',
  'tables',
  'papers',
  'soundbox',
  'counter',
  'dashboard',
  'ordering',
  'charts',
  'widths',
  'home',
  'forced-colors',
]

const imported = /from '\.\/([\w-]+\.js)'/g

// Read once at start: a request picks from these names, so no path made up by a client reaches the disk.
const assets = readAssets(path.join(import.meta.dirname, '../assets'))
assets.set('webauthn.js', assetOf('.js', fs.readFileSync(path.join(webauthnFolder(), 'index.umd.min.js'))))
// Reads codes for a browser that cannot; its file works as a script of a page as it is.
assets.set('jsqr.js', assetOf('.js', fs.readFileSync(createRequire(import.meta.url).resolve('jsqr'))))
assets.set('page.css', assetOf('.css', readSheets(path.join(import.meta.dirname, '../sheets'))))

/**
 * The address of a style sheet, script or picture; it changes with the content, so that caches can store it for ever.
 */
export function assetPath(config: Pick<Config, 'baseUrl'>, name: string): string {
  const asset = assets.get(name)
  if (!asset) throw new Error(`Bug: there is no asset ${name}`)
  return pathTo(config, `/assets/${name}`, { v: asset.hash })
}

export function assetRouter(): Router {
  const router = new Router()
  router.get('/assets/*name', ctx => sendAsset(ctx as Koa.Context, (ctx.params as { name: string }).name))
  return router
}

/** Answers with a file of `assets/`; one that is not there leaves the request to others. */
export async function sendAsset(ctx: Koa.Context, name: string): Promise<void> {
  const asset = assets.get(name)
  if (!asset) return
  ctx.type = asset.type
  ctx.etag = asset.hash
  ctx.set('Cache-Control', ctx.query.v === asset.hash ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.vary('Accept-Encoding')
  ctx.status = 200
  if (ctx.fresh) {
    ctx.status = 304
  } else if (asset.compressed && ctx.acceptsEncodings('br', 'identity') === 'br') {
    ctx.set('Content-Encoding', 'br')
    ctx.body = await asset.compressed()
  } else {
    ctx.body = asset.body
  }
}

function readAssets(folder: string): Map<string, Asset> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const known = names.filter(name => types[path.extname(name)])
  const bodies = new Map(known.map(name => [slashed(name), fs.readFileSync(path.join(folder, name))]))
  // The server and the page of the counter read amounts by the same code.
  bodies.set('read-rupiah.js', fs.readFileSync(path.join(import.meta.dirname, '../../lib/amounts/read-rupiah.js')))
  return new Map([...bodies.keys()].map(name => [name, readAsset(bodies, name)]))
}

/** A script names those that it imports with their hashes, so that a cache never mixes two versions of them. */
function readAsset(bodies: Map<string, Buffer>, name: string): Asset {
  const extension = path.extname(name)
  const body = bodies.get(name)!
  if (extension !== '.js') return assetOf(extension, body)
  const linked = body.toString().replace(imported, (_, file: string) => {
    return `from './${file}?v=${readAsset(bodies, file).hash}'`
  })
  return assetOf(extension, Buffer.from(linked))
}

/** All sheets as one file, because a page would wait for the last of many. */
// Comments and indents are a tenth of a sheet as it is sent, and every page waits for it.
function readSheets(folder: string): Buffer {
  const whole = sheets.map(name => fs.readFileSync(path.join(folder, `${name}.css`), 'utf8')).join('\n')
  const uncommented = whole
    .split('/*')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('')
  const lines = uncommented.split('\n').map(line => line.trim())
  const bare = lines.filter(line => line !== '').join('\n')
  return Buffer.from(bare.replace(/: /g, ':').replace(/ \{\n/g, '{').replace(/;\n/g, ';').replace(/;?\}/g, '}'))
}

// Turns an authenticator's bytes into JSON and back, as its makers deliver it for pages without a bundler.
function webauthnFolder(): string {
  const entry = createRequire(import.meta.url).resolve('@simplewebauthn/browser')
  return path.join(path.dirname(entry), '../dist/bundle')
}

function slashed(name: string): string {
  return name.split(path.sep).join('/')
}

function assetOf(extension: string, body: Buffer): Asset {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 12)
  let compressing: Promise<Buffer> | undefined
  const compressed = packed.has(extension) ? null : () => (compressing ??= compress(body))
  return { body, compressed, type: types[extension]!, hash }
}
