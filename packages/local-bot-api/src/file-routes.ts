import type { IncomingMessage, ServerResponse } from 'node:http'
import { findBotByToken } from './bots.ts'
import { readFile, type StoredFile } from './files.ts'
import type { Room } from './room.ts'

/**
 * Handles `GET /file/bot<token>/<path>` for bots, and `GET /control/files/<key>/<name>` for everybody who knows the
 * address.
 */
export async function answerFile(room: Room, req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
  const found = path.startsWith('/file/bot') ? await forBot(room, path) : await byKey(room, path)
  if (found === 'unauthorized' || found === undefined) {
    const [error_code, description] = found === undefined ? [404, 'Not Found'] : [401, 'Unauthorized']
    res.writeHead(error_code as number, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ ok: false, error_code, description, error: description }))
    return
  }
  res.writeHead(200, fileHeaders(found.file, found.content.length))
  res.end(req.method === 'HEAD' ? undefined : found.content)
}

async function forBot(room: Room, path: string) {
  const [, token, filePath] = /^\/file\/bot([^/]+)\/(.+)$/.exec(path) ?? []
  const bot = token === undefined ? undefined : await findBotByToken(room, decodeURIComponent(token), 'getfile')
  return bot === undefined ? 'unauthorized' : readFile(room, { bot, path: decodeURIComponent(filePath!) })
}

async function byKey(room: Room, path: string) {
  const key = path.split('/')[3]
  return key ? readFile(room, { key }) : undefined
}

// Files come from strangers: only pictures are displayed inline, and scripts in a file cannot run.
function fileHeaders(file: StoredFile, bytes: number): Record<string, string | number> {
  const shown = /^image\/(png|jpeg|webp|gif)$/.test(file.mime)
  const name = encodeURIComponent(file.name).replace(/['()*]/g, character => `%${character.charCodeAt(0).toString(16)}`)
  return {
    'content-type': file.mime,
    'content-length': bytes,
    'content-disposition': `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
  }
}
