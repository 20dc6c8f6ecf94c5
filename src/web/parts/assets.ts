import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Router from '@koa/router'
import type { Config } from '../../config.ts'
import { pathTo } from './address.ts'

interface Asset {
  body: Buffer
  compressed: Buffer
  type: string
  hash: string
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

// Read once at start: a request picks from these names, so no path made up by a client reaches the disk.
const assets = readAssets(path.join(import.meta.dirname, '../assets')).set(
  'webauthn.js',
  readAsset(webauthnFolder(), 'index.umd.min.js'),
)

/** The address of a style sheet, script or picture of ours; it changes with its content, so that caches may keep it. */
export function assetPath(config: Pick<Config, 'baseUrl'>, name: string): string {
  const asset = assets.get(name)
  if (!asset) throw new Error(`Bug: there is no asset ${name}`)
  return pathTo(config, `/assets/${name}`, { v: asset.hash })
}

export function assetRouter(): Router {
  const router = new Router()
  router.get('/assets/*name', ctx => {
    const asset = assets.get(ctx.params.name!)
    if (!asset) return
    ctx.type = asset.type
    ctx.etag = asset.hash
    ctx.set('Cache-Control', ctx.query.v === asset.hash ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
    ctx.set('X-Content-Type-Options', 'nosniff')
    ctx.vary('Accept-Encoding')
    ctx.status = 200
    if (ctx.fresh) {
      ctx.status = 304
    } else if (ctx.acceptsEncodings('br', 'identity') === 'br') {
      ctx.set('Content-Encoding', 'br')
      ctx.body = asset.compressed
    } else {
      ctx.body = asset.body
    }
  })
  return router
}

function readAssets(folder: string): Map<string, Asset> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(names.filter(name => types[path.extname(name)]).map(name => [slashed(name), readAsset(folder, name)]))
}

// Turns an authenticator's bytes into JSON and back, as its makers deliver it for pages without a bundler.
function webauthnFolder(): string {
  const entry = createRequire(import.meta.url).resolve('@simplewebauthn/browser')
  return path.join(path.dirname(entry), '../dist/bundle')
}

function slashed(name: string): string {
  return name.split(path.sep).join('/')
}

function readAsset(folder: string, name: string): Asset {
  const body = fs.readFileSync(path.join(folder, name))
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 12)
  return { body, compressed: brotliCompressSync(body), type: types[path.extname(name)]!, hash }
}
