import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Comment, parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
/** A comment that begins so has no subject, or one that is found only at its end. */
const riddle = /^(?:(?:What|Of|Whom?|Said|Told)\b|Kept as|Asked (?!for)|(?:By|In|To|From|With) (?:whom|which|what)\b)/
/** The comments of the SDK's types are the descriptions of the API's fields. */
const isNotOurs = /(^|\/)(vendor|node_modules|dist|vectors)\/|^packages\/sdk-typescript\/src\/api-types\.ts$/

const files = ['src', 'bot', 'packages', 'test', 'migrations', 'release']
  .flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      name => `${folder}/${name.replaceAll(path.sep, '/')}`,
    ),
  )
  .filter(file => /\.[jt]s$/.test(file) && !isNotOurs.test(file))
const comments = new Map(files.map(file => [file, commentsOf(file, readFileSync(path.join(root, file), 'utf8'))]))

describe('comments', () => {
  test('comments of every file are read: a check that reads nothing would always pass', () => {
    expect([...comments.values()].flat().length).toBeGreaterThan(3000)
    const samples = "/** What it is. */\nconst text = '// Of'\n// Whatever it is,\n// Of two lines the second\n"
    expect(commentsOf('sample.ts', samples)).toEqual(['What it is.', 'Whatever it is, Of two lines the second'])
  })

  test('comments begin with a subject or a verb, not with "What", "Of", "Who", "Told" or "By which"', () => {
    const found = files.flatMap(file =>
      comments
        .get(file)!
        .filter(text => riddle.test(text))
        .map(text => `${file}: ${text}`),
    )
    expect(found).toEqual([])
  })
})

test('Indonesian texts call the dashboard "dasbor", as its own pages do', () => {
  const told = files
    .filter(file => /(?:texts|\/id)\.ts$/.test(file) && !file.startsWith('test/'))
    .map(file => [file, indonesianOf(readFileSync(path.join(root, file), 'utf8'))] as const)
  expect(told.filter(([, words]) => words.includes('dasbor')).length).toBeGreaterThan(8)
  expect(told.filter(([, words]) => /(?<![\w/'])dashboard(?![\w:'/])/.test(words)).map(([file]) => file)).toEqual([])
})

/** A file of texts without its English part, which stands last, and without its comments. */
function indonesianOf(text: string): string {
  return text.split(/^(?:const| {2}) ?(?:en|merchantEn)\b/m)[0]!.replaceAll(/^ *\/?\*.*$/gm, '')
}

/** The texts of the comments of a file; lines of `//` that follow one another are one comment. */
function commentsOf(file: string, text: string): string[] {
  const found: { words: string; end: number; isLine: boolean }[] = []
  for (const { type, value, start, end } of parseSync(file, text).comments as Comment[]) {
    const words = value.replace(/^\s*\*+ ?/gm, '').trim()
    const last = found.at(-1)
    const goesOn = type === 'Line' && last?.isLine && /^\n[ \t]*$/.test(text.slice(last.end, start))
    if (goesOn) Object.assign(last, { words: `${last.words} ${words}`, end })
    else found.push({ words, end, isLine: type === 'Line' })
  }
  return found.map(({ words }) => words)
}
