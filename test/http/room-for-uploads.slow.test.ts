import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUploads, type Uploads } from '../../src/http/uploads.ts'

const large = 1_000_000
let folder: string
let uploads: Uploads

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'warung-uploads-'))
  uploads = createUploads({ count: 6, bytes: 5 * large, countOfOne: 3, bytesOfOne: 2 * large }, folder)
})
afterEach(() => fs.rm(folder, { recursive: true }))

function reserve(who: string, bytes: number) {
  const upload = uploads.open()
  upload.reserve(who, bytes)
  return upload
}

const openFiles = async () => {
  const links = await fs.readdir('/proc/self/fd')
  const places = await Promise.all(links.map(link => fs.readlink(`/proc/self/fd/${link}`).catch(() => '')))
  return places.filter(place => place.startsWith(folder)).length
}

test('a person with too many bytes in transit has to wait, and other people do not', async () => {
  const first = reserve('user 1', 2 * large)
  expect(() => reserve('user 1', 300_000)).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfterS: 5 }))
  reserve('user 2', 2 * large)
  await first[Symbol.asyncDispose]()
  reserve('user 1', 2 * large)
})

test('a person has a limited number of bodies in transit, however small', () => {
  for (let nth = 0; nth < 3; nth++) reserve('user 1', 300_000)
  expect(() => reserve('user 1', 300_000)).toThrow(expect.objectContaining({ code: 'rate_limited' }))
  reserve('user 2', 300_000)
})

test('if all together send too much, the next request is refused because the process is busy', async () => {
  reserve('user 1', 2 * large)
  reserve('user 2', 2 * large)
  expect(() => reserve('user 3', 2 * large)).toThrow(expect.objectContaining({ code: 'unavailable', retryAfterS: 5 }))
  const last = reserve('user 3', large)
  expect(() => reserve('user 4', 300_000)).toThrow(expect.objectContaining({ code: 'unavailable' }))
  await last[Symbol.asyncDispose]()
  reserve('user 4', 300_000)
})

test('small bodies need no reserved space', () => {
  for (let nth = 0; nth < 100; nth++) reserve('user 1', 262_144)
  reserve('user 1', 2 * large)
})

test('five hundred simultaneous bodies never exceed the bounds, and all space is released', async () => {
  const held = { all: 0, byPerson: new Map<string, number>() }
  let taken = 0
  const work = async (nth: number) => {
    const who = `user ${nth % 7}`
    await using upload = uploads.open()
    try {
      upload.reserve(who, 600_000)
    } catch {
      return
    }
    taken++
    held.all++
    held.byPerson.set(who, (held.byPerson.get(who) ?? 0) + 1)
    expect(held.all * 600_000).toBeLessThanOrEqual(5 * large)
    expect(held.all).toBeLessThanOrEqual(6)
    expect(held.byPerson.get(who)).toBeLessThanOrEqual(3)
    await upload.receive(Readable.from([randomBytes(300_000), randomBytes(300_000)]))
    held.all--
    held.byPerson.set(who, held.byPerson.get(who)! - 1)
  }
  for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 25 }, (_, nth) => work(nth)))
  expect(taken).toBeGreaterThan(100)
  for (let nth = 0; nth < 2; nth++) reserve(`user ${nth}`, 2 * large)
  expect(await openFiles()).toBe(0)
})

test.each([0, 1, 262_144, 262_145, 3_000_000])(
  'a file of %i bytes is returned unchanged, twice, with its hash',
  async size => {
    const bytes = randomBytes(size)
    await using upload = uploads.open()
    const file = await upload.receive(
      Readable.from(size === 0 ? [] : [bytes.subarray(0, 200_000), bytes.subarray(200_000)]),
    )
    expect(file.length).toBe(size)
    expect(file.sha256.equals(createHash('sha256').update(bytes).digest())).toBe(true)
    expect((await buffer(file.read())).equals(bytes)).toBe(true)
    expect((await buffer(file.read())).equals(bytes)).toBe(true)
  },
)

test('a large file has no name on the disk, and is gone when the request is over', async () => {
  const upload = uploads.open()
  await upload.receive(Readable.from([randomBytes(large)]))
  expect(await fs.readdir(folder)).toEqual([])
  expect(await openFiles()).toBe(1)
  await upload[Symbol.asyncDispose]()
  expect(await openFiles()).toBe(0)
})

test('neither a file that breaks off nor one completed after its form was refused leaves anything open', async () => {
  const upload = uploads.open()
  const broken = new PassThrough()
  const receiving = upload.receive(broken)
  broken.write(randomBytes(large))
  broken.destroy(new Error('cut off'))
  await expect(receiving).rejects.toThrow('cut off')

  const slow = new PassThrough()
  const late = upload.receive(slow)
  slow.write(randomBytes(large))
  await upload[Symbol.asyncDispose]()
  slow.end()
  await late
  expect(await openFiles()).toBe(0)
})

test('the files of a killed process are removed', async () => {
  await fs.writeFile(path.join(folder, 'left'), 'x')
  await using upload = uploads.open()
  await upload.receive(Readable.from([randomBytes(large)]))
  expect(await fs.readdir(folder)).toEqual([])
})
