import type { Socket } from 'node:net'

const headBytesMax = 65_536
const version = 'HTTP/'
const headEnd = /\r?\n\r?\n/
/** The maximum number of interim answers, because the parser scans all input again for each one. */
const interimMax = 20

/**
 * Reads the heads of answers as leniently as RFC 9110 requires of a client, before a strict parser sees them. It drops
 * unsolicited interim answers (15.2), merges equal repetitions of Content-Length (8.6), and accepts lines that end
 * without CR (RFC 9112, 2.2). The caller announces each answer with `expect`.
 */
export class LenientHead {
  #isExpected = true
  #kept = Buffer.alloc(0)
  /** The number of buffered bytes that are known not to contain the end of a head. */
  #searched = 0
  #dropped = 0

  /** Announces that the next received byte begins an answer. */
  expect(): void {
    this.#isExpected = true
    this.#dropped = 0
  }

  /** Intercepts the data of a connection before its reader receives it. */
  attachTo(socket: Socket): void {
    const read = socket.read.bind(socket)
    socket.read = size => this.#next(() => read(size))
  }

  #next(read: () => Buffer | null): Buffer | null {
    if (!this.#isExpected) return read()
    for (;;) {
      // An end may have started in the part that was already searched.
      const from = Math.max(0, this.#searched - 3)
      const end = headEnd.exec(this.#kept.toString('latin1', from))
      if (end) {
        const head = this.#kept.toString('latin1', 0, from + end.index)
        const rest = this.#kept.subarray(from + end.index + end[0].length)
        this.#searched = 0
        if (isInterim(head) && this.#dropped++ < interimMax) {
          this.#kept = rest
          continue
        }
        return this.#pass(Buffer.concat([Buffer.from(`${mendHead(head)}\r\n\r\n`, 'latin1'), rest]))
      }
      this.#searched = this.#kept.length
      const start = this.#kept.toString('latin1', 0, version.length)
      if (!start.startsWith(version.slice(0, start.length)) || this.#searched > headBytesMax) {
        return this.#pass(this.#kept)
      }
      const chunk = read()
      if (chunk === null) return null
      this.#kept = Buffer.concat([this.#kept, chunk])
    }
  }

  #pass(bytes: Buffer): Buffer {
    this.#isExpected = false
    this.#searched = 0
    this.#kept = Buffer.alloc(0)
    return bytes
  }
}

// 101 ends HTTP on the connection, so the parser has to refuse it.
function isInterim(head: string): boolean {
  return /^HTTP\/1\.[01] 1(?!01)\d\d\b/.test(head)
}

function mendHead(head: string): string {
  let length: string | undefined
  const lines = head.split(/\r?\n/).flatMap(line => {
    const [, list] = /^content-length:([\d\s,]+)$/i.exec(line) ?? []
    if (list === undefined) return [line]
    const lengths = list.split(',').map(one => one.trim())
    const isRepeat = lengths.every(one => one === (length ?? lengths[0]))
    if (!isRepeat) return [line]
    if (length !== undefined) return []
    length = lengths[0]!
    return [`Content-Length: ${length}`]
  })
  return lines.join('\r\n')
}
