import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { generateToken } from '../lib/ids.ts'

/** An uploaded file, stored on disk if it is larger than `smallBytesMax`. */
export class SentFile implements AsyncDisposable {
  /** The length in bytes. */
  readonly length: number
  readonly sha256: Buffer
  readonly #inMemory: Buffer[]
  readonly #onDisk: fs.FileHandle | undefined

  constructor(content: { length: number; sha256: Buffer; inMemory: Buffer[]; onDisk: fs.FileHandle | undefined }) {
    this.length = content.length
    this.sha256 = content.sha256
    this.#inMemory = content.inMemory
    this.#onDisk = content.onDisk
  }

  /** Returns its bytes from the beginning; can be called repeatedly. */
  read(): Readable {
    return this.#onDisk?.createReadStream({ start: 0, autoClose: false }) ?? Readable.from(this.#inMemory)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#onDisk?.close()
  }
}

/** A file up to this size is kept in memory without being counted. */
export const smallBytesMax = 262_144

/**
 * Receives a file and computes its hash. On disk it has no name, so nothing of it remains after it is closed, or after
 * the process dies.
 */
export async function receiveFile(folder: string, incoming: AsyncIterable<Buffer>): Promise<SentFile> {
  const hash = createHash('sha256')
  let length = 0
  let inMemory: Buffer[] = []
  let onDisk: fs.FileHandle | undefined
  try {
    for await (const chunk of incoming) {
      hash.update(chunk)
      length += chunk.length
      inMemory.push(chunk)
      if (length <= smallBytesMax) continue
      onDisk ??= await openNameless(folder)
      await onDisk.appendFile(Buffer.concat(inMemory))
      inMemory = []
    }
  } catch (error) {
    await onDisk?.close()
    throw error
  }
  return new SentFile({ length, sha256: hash.digest(), inMemory, onDisk })
}

async function openNameless(folder: string): Promise<fs.FileHandle> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  await clearOnce(folder)
  const place = path.join(folder, generateToken())
  const file = await fs.open(place, 'wx+', 0o600)
  await fs.rm(place, { force: true })
  return file
}

const cleared = new Map<string, Promise<void>>()

// Left behind by a process that was killed before it removed the name of its open file. If another process is at that
// point right now, its file only loses its name a moment earlier.
function clearOnce(folder: string): Promise<void> {
  const clearing = cleared.get(folder) ?? clearFolder(folder)
  cleared.set(folder, clearing)
  return clearing
}

async function clearFolder(folder: string): Promise<void> {
  for (const left of await fs.readdir(folder)) await fs.rm(path.join(folder, left), { force: true })
}
