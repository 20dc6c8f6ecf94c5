import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import Router from '@koa/router'
import type Koa from 'koa'
import type { Config } from '../../config.ts'
import { stripTypes } from '../../lib/scripts/strip-types.ts'
import { makePath } from './address.ts'

interface Asset {
  /** Created for the first request, like the compressed one: most processes never send an asset. */
  body: () => Buffer
  /** Null for files that are already compressed. */
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

/** Types that are already compressed. */
const packed = new Set(['.mp3', '.webp', '.woff2'])

// The files of `sheets/` that every page includes, in the order in which their rules override one another.
const sheets = [
  'base',
  'pay-money',
  'pay-code',
  'pay-outcome',
  'docs',
  'shell',
  'search',
  'forms',
  'tables',
  'papers',
  'dashboard',
  'ordering',
  'charts',
  'widths',
  'forced-colors',
]

const src = path.join(import.meta.dirname, '../..')
const imported = /from '\.[./\w-]*\/([\w-]+)\.[jt]s'/g

// Read once at start: a request selects one of these names, so an invented path never reaches the disk.
const folders = ['web/assets', ...fs.globSync('modules/*/web/assets', { cwd: src })]
const assets = readAssets(folders.map(folder => path.join(src, folder)))
assets.set('webauthn.js', makeAsset('.js', fs.readFileSync(path.join(webauthnFolder(), 'index.umd.min.js'))))
// Decodes codes for a browser that cannot; its file works unchanged as a page script.
assets.set('jsqr.js', makeAsset('.js', fs.readFileSync(createRequire(import.meta.url).resolve('jsqr'))))
assets.set('page.css', makeAsset('.css', readSheets(sheets)))
// Each is for one kind of page, so that other pages need not load it.
for (const names of [['home'], ['soundbox'], ['counter', 'till'], ['prints'], ['menu', 'menu-colours']])
  assets.set(`${names[0]}.css`, makeAsset('.css', readSheets(names)))

/**
 * Returns the address of a style sheet, script or picture; it changes with the content, so that caches can store it
 * forever.
 */
export function assetPath(config: Pick<Config, 'baseUrl'>, name: string): string {
  const asset = assets.get(name)
  if (!asset) throw new Error(`Bug: there is no asset ${name}`)
  return makePath(config, `/assets/${name}`, { v: asset.hash })
}

export function createAssetRouter(): Router {
  const router = new Router()
  router.get('/assets/*name', ctx => sendAsset(ctx as Koa.Context, (ctx.params as { name: string }).name))
  return router
}

/** Sends a file of `assets/`; leaves other requests to the next middleware. */
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
    ctx.body = asset.body()
  }
}

function readAssets(folders: string[]): Map<string, Asset> {
  const sources = new Map(folders.flatMap(folder => [...readFolder(folder)]))
  // The server and the counter's page parse amounts by the same code.
  sources.set('read-rupiah.js', fs.readFileSync(path.join(src, 'lib/amounts/read-rupiah.js')))
  return new Map([...sources.keys()].map(name => [name, readAsset(sources, name)]))
}

/**
 * Returns the files of a folder by the names that browsers request: a script is written with types and sent without.
 */
function readFolder(folder: string): [string, Buffer][] {
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap(file => {
    const name = toSlashes(file).replace(/\.ts$/, '.js')
    return types[path.extname(name)] ? [[name, fs.readFileSync(path.join(folder, file))]] : []
  })
}

/** Returns a script whose imports contain their hashes, so that a cache never mixes two versions. */
function readAsset(sources: Map<string, Buffer>, name: string): Asset {
  const source = sources.get(name)!
  if (path.extname(name) !== '.js') return makeAsset(path.extname(name), source)
  const linked = source.toString().replace(imported, (whole, file: string) => {
    return sources.has(`${file}.js`) ? `from './${file}.js?v=${readAsset(sources, `${file}.js`).hash}'` : whole
  })
  return makeAsset('.js', Buffer.from(linked), () => Buffer.from(stripTypes(linked)))
}

/** Returns sheets as one file, because a page would wait for the last of many. */
// Comments and indents are a tenth of a sheet, and every page waits for it.
function readSheets(names: readonly string[]): Buffer {
  const folder = path.join(import.meta.dirname, '../sheets')
  const whole = names.map(name => fs.readFileSync(path.join(folder, `${name}.css`), 'utf8')).join('\n')
  const uncommented = whole
    .split('/*')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('')
  const lines = uncommented.split('\n').map(line => line.trim())
  const bare = lines.filter(line => line !== '').join('\n')
  return Buffer.from(
    bare
      .replace(/: /g, ':')
      .replace(/ \{\n/g, '{')
      .replace(/;\n/g, ';')
      .replace(/;?\}\n?/g, '}')
      .replace(/,\n/g, ','),
  )
}

// Converts an authenticator's bytes to JSON and back, as distributed for pages without a bundler.
function webauthnFolder(): string {
  const entry = createRequire(import.meta.url).resolve('@simplewebauthn/browser')
  return path.join(path.dirname(entry), '../dist/bundle')
}

function toSlashes(name: string): string {
  return name.split(path.sep).join('/')
}

/** Creates an asset. `make` creates the body from the content that determines the address, if they differ. */
function makeAsset(extension: string, content: Buffer, make = () => content): Asset {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12)
  let bodyBuffer: Buffer | undefined
  let compressing: Promise<Buffer> | undefined
  const body = () => (bodyBuffer ??= make())
  const compressed = packed.has(extension) ? null : () => (compressing ??= compress(body()))
  return { body, compressed, type: types[extension]!, hash }
}
