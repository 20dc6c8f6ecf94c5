import type { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { LenientHead } from '../../src/lib/outgoing/lenient-head.ts'

const interim = 'HTTP/1.1 103 Early Hints\r\nLink: <https://toko.example>\r\n\r\n'
const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

/** Returns the text that a parser reads from a connection that receives these chunks. */
function readAll(chunks: string[]): string {
  const waiting = chunks.map(chunk => Buffer.from(chunk, 'latin1'))
  const socket = { read: () => waiting.shift() ?? null } as unknown as Socket
  new LenientHead().attachTo(socket)
  let read = ''
  while (waiting.length > 0) read += String(socket.read() ?? '')
  return read
}

/** Counts the bytes that are converted to text for these chunks. */
function bytesLookedAt(chunks: string[]): number {
  const looking = vi.spyOn(Buffer.prototype, 'toString')
  try {
    readAll(chunks)
    return looking.mock.results.reduce((sum, { value }) => sum + String(value).length, 0)
  } finally {
    looking.mockRestore()
  }
}

test.each([
  ['in one piece', (text: string) => [text]],
  ['byte by byte', (text: string) => [...text]],
])('interim responses that come %s are dropped', (_name, cut) => {
  expect(readAll(cut(interim.repeat(20) + answer))).toBe(answer)
})

test('everything after twenty interim responses is left to the parser', () => {
  expect(readAll([interim.repeat(22) + answer])).toBe(interim.repeat(2) + answer)
})

test('reading a head byte by byte takes twice as long for twice the length', () => {
  const cost = (length: number) => bytesLookedAt([...`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(length)}\r\n\r\n`])
  expect(cost(8_000) / cost(4_000)).toBeLessThan(2.5)
})
