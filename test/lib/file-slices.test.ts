import { expect, test } from 'vitest'
import { yieldSlicesInTurn } from '../../src/lib/file-slices.ts'

/** Returns files whose slices are created when the test decides. */
function desk() {
  const making: { owner: number; done(): void }[] = []
  async function* file(owner: number, slices: number): AsyncGenerator<string> {
    for (let n = 1; n <= slices; n++) {
      const made = Promise.withResolvers<void>()
      making.push({ owner, done: made.resolve })
      await made.promise
      yield `${owner}.${n}`
    }
  }
  return { making, file }
}

const settle = async () => {
  for (let round = 0; round < 5; round++) await new Promise(resolve => setImmediate(resolve))
}

async function readAll(slices: AsyncIterable<string>): Promise<string[]> {
  const read: string[] = []
  for await (const slice of slices) read.push(slice)
  return read
}

test('ten files of one owner get one slice at a time, and another owner waits for none of them', async () => {
  const { making, file } = desk()
  const files = Array.from({ length: 10 }, () => readAll(yieldSlicesInTurn(1, file(1, 3))))
  await settle()
  expect(making.map(({ owner }) => owner)).toEqual([1])
  const other = readAll(yieldSlicesInTurn(2, file(2, 2)))
  const third = readAll(yieldSlicesInTurn(3, file(3, 1)))
  await settle()
  // Two run at once in this process.
  expect(making.map(({ owner }) => owner)).toEqual([1, 2])
  making[0]!.done()
  await settle()
  making[2]!.done()
  await settle()
  expect(making.map(({ owner }) => owner)).toEqual([1, 2, 1, 3])
  for (let done = 0; done < making.length; done++) {
    making[done]!.done()
    await settle()
  }
  expect(await other).toEqual(['2.1', '2.2'])
  expect(await third).toEqual(['3.1'])
  for (const one of await Promise.all(files)) expect(one).toEqual(['1.1', '1.2', '1.3'])
})

test('with twenty files waiting the next one is refused before it begins, and no running one is', async () => {
  const { making, file } = desk()
  const begun = Array.from({ length: 21 }, () => yieldSlicesInTurn(4, file(4, 2)))
  const firsts = begun.map(slices => slices.next())
  await settle()
  await expect(yieldSlicesInTurn(4, file(4, 1)).next()).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 2 })
  for (let done = 0; done < 21; done++) {
    making[done]!.done()
    await settle()
  }
  await Promise.all(firsts)
  // All of them request their second slice at once, which is more than may start.
  const rest = begun.map(slices => readAll(slices))
  for (let done = 21; done < 42; done++) {
    await settle()
    making[done]!.done()
  }
  for (const slices of await Promise.all(rest)) expect(slices).toEqual(['4.2'])
})

test('a reader that stops holds no turn, and abandoning a file ends its source', async () => {
  let isOver = false
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) yield 'x'
    } finally {
      isOver = true
    }
  }
  const stopped = yieldSlicesInTurn(5, endless())
  await stopped.next()
  expect(
    await readAll(
      yieldSlicesInTurn(
        5,
        (async function* () {
          yield 'y'
        })(),
      ),
    ),
  ).toEqual(['y'])
  await stopped.return(undefined)
  expect(isOver).toBe(true)
})

test('events of others are handled between two slices', async () => {
  const told: string[] = []
  async function* busy(): AsyncGenerator<string> {
    for (let n = 1; n <= 3; n++) {
      told.push(`slice ${n}`)
      setImmediate(() => told.push(`somebody else after ${n}`))
      yield 'x'
    }
  }
  await readAll(yieldSlicesInTurn(6, busy()))
  expect(told).toEqual([1, 2, 3].flatMap(n => [`slice ${n}`, `somebody else after ${n}`]))
})
