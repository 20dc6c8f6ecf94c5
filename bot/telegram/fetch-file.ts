import type { Api } from 'grammy'
import { request } from 'undici'
import { maskSecrets } from '../../src/lib/log.ts'
import { Refusal } from '../../src/lib/refusal.ts'

const bytesMax = 10 * 1024 * 1024
const timeoutMs = 20_000

/**
 * Returns the bytes of a file that was sent to this bot. Refuses `image_too_large` above 10 MiB; throws if Telegram
 * does not deliver it.
 */
export async function fetchFile(app: { config: { botApiUrl: string } }, api: Api, fileId: string): Promise<Buffer> {
  const { file_path: path, file_size: size = 0 } = await api.getFile(fileId)
  if (size > bytesMax) throw new Refusal('image_too_large', 'The file has more than 10 MiB')
  try {
    const url = `${app.config.botApiUrl}/file/bot${api.token}/${path}`
    const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(timeoutMs) })
    if (statusCode !== 200) throw new Error(`Telegram answered ${statusCode}`)
    return await readAll(body)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Error(maskSecrets(`a file could not be fetched: ${(error as Error).message}`))
  }
}

async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of body) {
    length += part.length
    if (length > bytesMax) throw new Refusal('image_too_large', 'The file has more than 10 MiB')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
