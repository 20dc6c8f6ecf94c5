import { describe, expect, test } from 'vitest'
import { ShortMemory } from '../../src/lib/memory/short-memory.ts'

const memoryOf = (most: number, freshMs = 60_000) => new ShortMemory<string>({ freshMs, most })

describe('remembered results', () => {
  test('a look-up is awaited by all simultaneous callers, and remembered', async () => {
    const memory = memoryOf(9)
    const answer = Promise.withResolvers<string | null>()
    const first = memory.keep('bot', answer.promise)
    const second = memory.recall('bot')
    answer.resolve('here')
    expect([await first, await second, await memory.recall('bot')]).toEqual(['here', 'here', 'here'])
    expect(memory.recall('another')).toBeUndefined()
  })

  test('a result is remembered only while fresh, and not if it is missing or failed', async () => {
    const stale = memoryOf(9, 0)
    await stale.keep('bot', Promise.resolve('here'))
    expect(stale.recall('bot')).toBeUndefined()
    const memory = memoryOf(9)
    expect(await memory.keep('gone', Promise.resolve(null))).toBeNull()
    await expect(memory.keep('failed', Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect([memory.recall('gone'), memory.recall('failed')]).toEqual([undefined, undefined])
  })

  test('a remembered result stays if an older look-up that fails or finds nothing ends after it', async () => {
    const memory = memoryOf(9)
    const older = Promise.withResolvers<string | null>()
    const kept = memory.keep('bot', older.promise)
    memory.forget()
    expect(memory.recall('bot')).toBeUndefined()
    await memory.keep('bot', Promise.resolve('newer'))
    older.resolve(null)
    await kept
    expect(await memory.recall('bot')).toBe('newer')
  })

  test('older results make way for newer ones, and a repeated look-up counts as new', async () => {
    const memory = memoryOf(2)
    for (const key of ['a', 'b', 'a', 'c']) await memory.keep(key, Promise.resolve(key))
    expect(memory.recall('b')).toBeUndefined()
    expect([await memory.recall('a'), await memory.recall('c')]).toEqual(['a', 'c'])
  })
})
