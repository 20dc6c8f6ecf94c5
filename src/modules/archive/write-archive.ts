import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import * as tar from 'tar'
import { type ArchiveManifest, type ArchiveMember, hashManifest, manifestName } from './archive-format.ts'

const blockBytes = 512

/** Writes a tar member by member, keeping only the list of members in memory. */
export class ArchiveWriter {
  readonly members: ArchiveMember[] = []
  readonly #file: FileHandle
  readonly #at: Date

  constructor(file: FileHandle, at: Date) {
    this.#file = file
    this.#at = at
  }

  async add(name: string, bytes: Buffer): Promise<void> {
    await this.#write(this.#headerOf(name, bytes.length))
    await this.#write(bytes)
    await this.#write(makePadding(bytes.length))
    this.members.push({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  }

  /** Writes a member from a stream. Its length is written first, so a different length throws. */
  async addStream(name: string, length: number, content: Readable): Promise<void> {
    const hash = createHash('sha256')
    let written = 0
    await this.#write(this.#headerOf(name, length))
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk)
      written += chunk.length
      await this.#write(chunk)
    }
    if (written !== length) throw new Error(`${name} has ${written} bytes, and its row says ${length}`)
    await this.#write(makePadding(length))
    this.members.push({ name, bytes: length, sha256: hash.digest('hex') })
  }

  /** Writes the manifest and the end of the tar, and flushes it to the disk. */
  async end(manifest: Omit<ArchiveManifest, 'members' | 'sha256'>): Promise<void> {
    const { rows, figures, secrets, ...first } = manifest
    const whole = { ...first, members: [...this.members], rows, figures, secrets }
    await this.add(manifestName, Buffer.from(JSON.stringify({ ...whole, sha256: hashManifest(whole) })))
    await this.#write(Buffer.alloc(2 * blockBytes))
    await this.#file.sync()
  }

  #headerOf(name: string, size: number): Buffer {
    const block = Buffer.alloc(blockBytes)
    new tar.Header({ path: name, size, type: 'File', mode: 0o600, mtime: this.#at }).encode(block, 0)
    return block
  }

  async #write(bytes: Buffer): Promise<void> {
    if (bytes.length > 0) await this.#file.appendFile(bytes)
  }
}

function makePadding(length: number): Buffer {
  return Buffer.alloc((blockBytes - (length % blockBytes)) % blockBytes)
}
