import type { Socket } from 'node:net'

const headBytesMax = 65_536
const version = 'HTTP/'
const headEnd = /\r?\n\r?\n/

/**
 * Reads the heads of answers as leniently as RFC 9110 asks of a client, before a strict parser sees them: drops an
 * interim answer that was not asked for (15.2), joins equal repeats of Content-Length (8.6), and takes a line that ends
 * without CR (RFC 9112, 2.2). The caller announces each answer with `expect`.
 */
export class LenientHead {
  #isExpected = true
  #kept = Buffer.alloc(0)

  /** The next byte that the connection brings begins an answer. */
  expect(): void {
    this.#isExpected = true
  }

  /** Puts itself between a connection and whoever reads from it. */
  attachTo(socket: Socket): void {
    const read = socket.read.bind(socket)
    socket.read = size => this.#next(() => read(size))
  }

  #next(read: () => Buffer | null): Buffer | null {
    if (!this.#isExpected) return read()
    for (;;) {
      const text = this.#kept.toString('latin1')
      const end = headEnd.exec(text)
      if (end) {
        const rest = this.#kept.subarray(end.index + end[0].length)
        const head = text.slice(0, end.index)
        this.#kept = rest
        if (isInterim(head)) continue
        return this.#pass(Buffer.concat([Buffer.from(`${mended(head)}\r\n\r\n`, 'latin1'), rest]))
      }
      const isHttp = text.startsWith(version.slice(0, text.length))
      if (!isHttp || text.length > headBytesMax) return this.#pass(this.#kept)
      const chunk = read()
      if (chunk === null) return null
      this.#kept = Buffer.concat([this.#kept, chunk])
    }
  }

  #pass(bytes: Buffer): Buffer {
    this.#isExpected = false
    this.#kept = Buffer.alloc(0)
    return bytes
  }
}

// 101 ends HTTP on the connection, and is the parser's to refuse.
function isInterim(head: string): boolean {
  return /^HTTP\/1\.[01] 1(?!01)\d\d\b/.test(head)
}

function mended(head: string): string {
  let length: string | undefined
  const lines = head.split(/\r?\n/).flatMap(line => {
    const [, list] = /^content-length:([\d\s,]+)$/i.exec(line) ?? []
    if (list === undefined) return [line]
    const told = list.split(',').map(one => one.trim())
    const isRepeat = told.every(one => one === (length ?? told[0]))
    if (!isRepeat) return [line]
    if (length !== undefined) return []
    length = told[0]!
    return [`Content-Length: ${length}`]
  })
  return lines.join('\r\n')
}
