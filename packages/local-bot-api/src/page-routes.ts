import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { stripTypes } from './lib/strip-types.ts'
import type { Room } from './room.ts'

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

/** Serves the chat page and its files. */
export async function answerPage(room: Room, req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    res.writeHead(405, { allow: 'GET, HEAD' }).end()
    return
  }
  const name = path === '/' ? 'index.html' : path.slice(1)
  const content = /^[a-z][a-z-]*\.(html|css|js|svg)$/.test(name) ? await readPart(room, name) : undefined
  if (content === undefined) {
    res.writeHead(404, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ ok: false, error_code: 404, description: 'Not Found', error: 'Not Found' }))
    return
  }
  res.writeHead(200, {
    'content-type': types[name.split('.').at(-1)!]!,
    'cache-control': 'no-cache',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self'; " +
      "connect-src 'self'; frame-src http: https:; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  res.end(req.method === 'HEAD' ? undefined : content)
}

async function readPart(room: Room, name: string): Promise<string | undefined> {
  // Scripts are written with types and served without.
  const file = name.replace(/\.js$/, '.ts')
  const content = await readFile(new URL(`../page/${file}`, import.meta.url), 'utf8').catch(() => undefined)
  if (content === undefined) return undefined
  if (file !== name)
    return stripTypes(content).replace(/^((?:import|export) .* from|} from) '\.\/([a-z-]+)\.ts'$/gm, "$1 './$2.js'")
  // The page's own addresses are relative, and it may be mounted without a final slash.
  return name === 'index.html' ? content.replace('<base href="./">', `<base href="${pathOf(room)}">`) : content
}

const pathOf = (room: Room) => `${new URL(room.url).pathname.replace(/\/$/, '')}/`
