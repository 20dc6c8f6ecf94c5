import crypto, { type Cipheriv } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { expect, inject } from 'vitest'

// All random values of a test file in its own process, in the product and in the kit, come from TEST_SEED: unique
// codes, names, ids, tokens. Each file and each kind of value has its own stream, so that an additional token does not
// change the codes.

/**
 * With this as TEST_SEED, a number that is free again is drawn again at once, so a test that mistakes another row for
 * its own fails.
 */
const again = 'again'
const seed = inject('seed')
const file = expect.getState().testPath!.replace(process.cwd(), '')

// Also replaces the global `crypto`, whose random UUIDs come from the same module.
const { createCipheriv, createHash } = crypto
const streams = new Map<string, Cipheriv>()

function draw(stream: string, size: number): Buffer {
  let cipher = streams.get(stream)
  if (!cipher) {
    const key = createHash('sha256').update(`${seed} ${file} ${stream}`).digest()
    cipher = createCipheriv('aes-128-ctr', key.subarray(0, 16), key.subarray(16))
    streams.set(stream, cipher)
  }
  return cipher.update(Buffer.alloc(size))
}

function drawBelow(stream: string, max: number): number {
  return draw(stream, 6).readUIntBE(0, 6) % max
}

type Drawn<Value> = (error: Error | null, value: Value) => void

function randomInt(first: number, second?: number | Drawn<number>, third?: Drawn<number>): number | undefined {
  const [min, max] = typeof second === 'number' ? [first, second] : [0, first]
  const callback = typeof second === 'function' ? second : third
  const drawn = seed === again ? min : min + drawBelow('numbers', max - min)
  if (!callback) return drawn
  process.nextTick(callback, null, drawn)
  return undefined
}

function randomBytes(size: number, callback?: Drawn<Buffer>): Buffer | undefined {
  const drawn = draw(`${size} bytes`, size)
  if (!callback) return drawn
  process.nextTick(callback, null, drawn)
  return undefined
}

function randomUUID(): string {
  const bytes = draw('uuids', 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

Object.assign(crypto, { randomInt, randomBytes, randomUUID })
Object.assign(globalThis.crypto, { randomUUID })
syncBuiltinESMExports()
Math.random = () => draw('fractions', 6).readUIntBE(0, 6) / 2 ** 48
