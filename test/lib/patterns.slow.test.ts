import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { checkSync } from 'recheck'
import { describe, expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { isMoreThanHarmless, isMoreThanName } from '../../src/connectors/mutations/doubt.ts'
import { createLog, maskSecrets } from '../../src/lib/log.ts'
import { drawItems } from '../kit/draws/draw-items.ts'

const root = path.join(import.meta.dirname, '..', '..')
const length = 100_000
const list = path.join(import.meta.dirname, 'linear-patterns.txt')
const listed = new Set(readFileSync(list, 'utf8').split('\n'))
const isUpdating = process.env.UPDATE_PATTERNS !== undefined

interface Pattern {
  source: string
  flags: string
}

const patterns = new Map<string, Pattern>()
const built: string[] = []
for (const file of globSync('{src,bot}/**/*.{ts,js}', { cwd: root })) {
  const text = readFileSync(path.join(root, file), 'utf8')
  collect(parseAst(text, { lang: file.endsWith('.ts') ? 'ts' : 'js' } as never), file)
}

describe('regular expressions of src and bot', () => {
  test('every regular expression is found, and few are built at run time', () => {
    expect(patterns.size).toBeGreaterThan(120)
    expect(built.toSorted()).toEqual([
      ...Array<string>(4).fill('bot/screens/conversation/sentence-patterns.ts'),
      ...['src/connectors/mutations/doubt.ts', 'src/connectors/mutations/one-time-code.ts'],
      ...['src/database/is-database-unreachable.ts', 'src/keys/api-key.ts', 'src/lib/plain-text.ts'],
      ...['src/modules/archive/archive-format.ts', 'src/modules/counter/escpos.ts'],
      'src/modules/webhooks/bot/team-chats.ts',
    ])
  })

  test.each(['a', 'me', 'kan', 'diperkan', 'menge '])(
    'the pattern of doubtful words is quick with many of %j',
    part => {
      const text = part.repeat(length / part.length)
      expect(
        timeOf(() => [isMoreThanName(text), isMoreThanHarmless(text), isMoreThanHarmless(` ${text}`)]),
      ).toBeLessThan(500)
    },
  )

  test(`the pattern handles its hardest ${length.toLocaleString('en')} characters in under a quarter of a second`, {
    timeout: isUpdating ? 1_800_000 : 240_000,
  }, () => {
    const slow: string[] = []
    for (const [name, { source, flags }] of toBeJudged()) {
      for (const text of [...attacksOn(source, flags), ...hardTexts(new RegExp(source, flags.replace(/[gy]/g, '')))]) {
        const pattern = new RegExp(source, flags)
        const startedAt = process.cpuUsage()
        text.replace(pattern, '')
        const { user, system } = process.cpuUsage(startedAt)
        if (user + system > 250_000) slow.push(`${name}: ${text.slice(0, 30)}… ${(user + system) / 1000} ms`)
      }
    }
    expect(slow).toEqual([])
    if (isUpdating) listPatterns()
  })
})

test('a pattern with a nested repeat is detected as slow by its form and by its time', () => {
  const known = checkSync(String.raw`(\d{5,}):[A-Za-z0-9_-]{30,}`, 'g')
  expect(known.status).toBe('vulnerable')
  const [attack] = attacksOn(String.raw`(\d{5,}):[A-Za-z0-9_-]{30,}`, 'g')
  expect(attack!.length).toBeGreaterThan(length / 2)
  const [slowest] = hardTexts(/(\d{5,}):[A-Za-z0-9_-]{30,}/)
    .map(text => text.slice(0, 20_000))
    .map(text => timeOf(() => text.replace(/(\d{5,}):[A-Za-z0-9_-]{30,}/g, '')))
    .toSorted((one, other) => other - one)
  expect(slowest).toBeGreaterThan(100)
})

describe('masking in the log', () => {
  test.each([
    ['digits', '1'.repeat(1_000_000)],
    ['numbers and colons', '12345:'.repeat(200_000)],
    ['beginnings of keys', 'wrg_live_wrg_test_'.repeat(60_000)],
    ['beginnings of queries', '?token=&secret=?'.repeat(60_000)],
  ])('the log masks a megabyte of %s without delay', (_name, text) => {
    expect(timeOf(() => maskSecrets(text))).toBeLessThan(500)
  })

  test('the log masks the token in an address of Telegram, and every other secret', () => {
    const token = `123456:${'A'.repeat(35)}`
    const lines: string[] = []
    const log = createLog('info', { write: (line: string) => void lines.push(line) } as never)
    log.info({ address: `https://api.telegram.org/bot${token}/getMe` }, `wrg_live_${'a'.repeat(49)} ?apiKey=abc`)
    expect(lines.join('')).toContain('/bot123456:[masked]/getMe')
    expect(lines.join('')).not.toMatch(/AAAA|aaaa|abc/)
  })
})

function collect(node: unknown, file: string): void {
  if (typeof node !== 'object' || node === null) return
  const { type, regex, callee } = node as {
    type?: string
    regex?: { pattern: string; flags: string }
    callee?: { name?: string }
  }
  if (type === 'Literal' && regex)
    patterns.set(`${file} /${regex.pattern}/${regex.flags}`, { source: regex.pattern, flags: regex.flags })
  if (callee?.name === 'RegExp') built.push(file)
  for (const inner of Object.values(node)) collect(inner, file)
}

/**
 * Returns the patterns that are not in `linear-patterns.txt`, and a few others in each run: judging one takes seconds,
 * and its judgement does not change. `UPDATE_PATTERNS=1` judges all of them and lists them.
 */
function toBeJudged(): [name: string, Pattern][] {
  const repeating = [...patterns].filter(([, { source }]) => repeatsWithoutEnd(source))
  const unlisted = repeating.filter(([, pattern]) => !listed.has(hashOf(pattern)))
  if (isUpdating) return repeating
  expect(unlisted.length, 'run this test with UPDATE_PATTERNS=1, which lists them').toBeLessThan(20)
  const known = repeating.filter(([, pattern]) => listed.has(hashOf(pattern)))
  return [...unlisted, ...drawItems(known, 15)]
}

function hashOf({ source, flags }: Pattern): string {
  return createHash('sha256').update(`/${source}/${flags}`).digest('base64url').slice(0, 16)
}

function listPatterns(): void {
  const hashes = [...patterns.values()].filter(({ source }) => repeatsWithoutEnd(source)).map(hashOf)
  writeFileSync(list, `${[...new Set(hashes)].toSorted().join('\n')}\n`)
}

/** A pattern without unlimited repetition ends after a few characters wherever it begins. */
const repeatsWithoutEnd = (source: string) => /[*+]|\{\d+,\}|\{\d*,?\d{3,}\}/.test(source)

/**
 * Returns longer versions of the attacks that recheck finds. It analyses the pattern, and tries texts if the pattern is
 * too complex for that.
 */
function attacksOn(source: string, flags: string): string[] {
  const found = checkSync(source, flags, { randomSeed: 7, timeout: 20_000 })
  if (found.status !== 'vulnerable') return []
  const { attack } = found
  const pumped = attack.pumps.map(
    ({ prefix, pump }) => `${prefix}${pump.repeat(length / attack.pumps.length / pump.length)}`,
  )
  return [`${pumped.join('')}${attack.suffix}`]
}

/**
 * Returns long texts that nearly match: the beginning of a match, one of its parts many times, and an end that does not
 * fit. The parts come from matches that were generated from the pattern, and from its letters if it has characters that
 * cannot be generated.
 */
function hardTexts(pattern: RegExp): string[] {
  const texts: string[] = []
  for (const match of matchesOf(pattern)) {
    for (const cut of [0, 1, match.length >> 1, match.length - 1, match.length]) {
      for (const part of [match[cut] ?? '1', match.slice(cut, cut + 2), match.slice(cut), match]) {
        if (part === '') continue
        const begin = match.slice(0, cut)
        texts.push(`${begin}${part.repeat(Math.ceil(length / part.length)).slice(0, length - begin.length)}\0`)
      }
    }
  }
  return [...new Set(texts)]
}

function matchesOf(pattern: RegExp): string[] {
  const letters = pattern.source.replace(/\\[dw]/g, '1').replace(/[\\^$()[\]{}|?*+]/g, '')
  const plain = [letters, '1', 'a', '/', ' ', '-', '.', '@', '#']
  // The generator would search forever for an untypable letter of a range.
  if (pattern.source.includes('\\u')) return plain
  try {
    const made = fc.sample(fc.stringMatching(pattern, { size: 'small' }), { numRuns: 3, seed: 7 })
    return made.filter(match => match !== '')
  } catch {
    return plain
  }
}

function timeOf(work: () => void): number {
  const startedAt = process.cpuUsage()
  work()
  return process.cpuUsage(startedAt).user / 1000
}
