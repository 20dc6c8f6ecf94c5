import type { Readable } from 'node:stream'
import { receiveFile, type SentFile, smallBytesMax } from '../goods/sent-file.ts'
import { Refusal } from '../lib/refusal.ts'

export interface UploadBounds {
  /** The maximum number of large bodies that this process reads at once, and of their bytes. */
  count: number
  bytes: number
  /** The maximum number per sender. */
  countOfOne: number
  bytesOfOne: number
}

/** Large request bodies, which share limited room. */
export interface Uploads {
  /** Opens the share of one request, which is released when it is disposed. */
  open(): Upload
}

export interface Upload extends AsyncDisposable {
  /**
   * Reserves room for a body before it is read; a small one needs none. Refuses `rate_limited` if the sender has too
   * much in transit, and `unavailable` if all senders together have.
   */
  reserve(who: string, bytes: number): void
  /** Receives a file; a large one is written to disk. */
  receive(incoming: Readable): Promise<SentFile>
}

interface Room {
  count: number
  bytes: number
}

const retryAfterS = 5

/** Returns the counter of this process's large bodies, whose files are written to `folder`. */
export function createUploads({ count, bytes, countOfOne, bytesOfOne }: UploadBounds, folder: string): Uploads {
  const all: Room = { count: 0, bytes: 0 }
  const byPerson = new Map<string, Room>()

  function reserveUpload(who: string, size: number): () => void {
    const own = byPerson.get(who) ?? { count: 0, bytes: 0 }
    if (own.count >= countOfOne || own.bytes + size > bytesOfOne) {
      throw new Refusal('rate_limited', 'Too much is being uploaded by you at once', { retryAfterS })
    }
    if (all.count >= count || all.bytes + size > bytes) {
      throw new Refusal('unavailable', 'Others are uploading now: ask again', { retryAfterS })
    }
    byPerson.set(who, own)
    changeRoom(all, 1, size)
    changeRoom(own, 1, size)
    return () => {
      changeRoom(all, -1, -size)
      changeRoom(own, -1, -size)
      if (own.count === 0) byPerson.delete(who)
    }
  }

  return {
    open() {
      // Most requests have nothing to release.
      let closing: AsyncDisposableStack | undefined
      let isOver = false
      const stack = () => (closing ??= new AsyncDisposableStack())
      return {
        reserve(who, size) {
          if (size > smallBytesMax) stack().defer(reserveUpload(who, size))
        },
        async receive(incoming) {
          const file = await receiveFile(folder, incoming)
          // A form that was refused in the meantime has ended, so its file has to be closed here.
          if (isOver) await file[Symbol.asyncDispose]()
          else stack().use(file)
          return file
        },
        async [Symbol.asyncDispose]() {
          isOver = true
          await closing?.disposeAsync()
        },
      }
    },
  }
}

function changeRoom(room: Room, count: number, bytes: number): void {
  room.count += count
  room.bytes += bytes
}
