import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const columnsMax = 120
/** A runner prints a test's title on one line; a sample, a message and a pattern are not split either. */
const onePieces = [
  /^\s*(?:test|it|describe)\b.*['"`]/,
  /^\s*(?:\w+: )?(['"`]).*\1[,)]*(?: \+| =>.*)?$/,
  /^\s*\/[^*/].*\/[a-z]*,?$/,
]
const isTest = /^(drills|(packages\/[^/]+\/)?test)\//
/** The text that vitest writes into a test file. */
const snapshot = /toMatchInlineSnapshot\(\s*`[^`]*`/g
const linesOfSheetMax = 400
/** HAProxy's own format is not among them: its lines cannot be continued. */
const isText = /\.(ts|js|cjs|mjs|css|html|sql|sh|ya?ml|conf|env|Caddyfile|Dockerfile)$/
/**
 * Left out: migrations, which MikroORM writes with one statement a line and which never change once released; vendored
 * code; and built files.
 */
const isNotOurs = /^migrations\/Migration\d|(^|\/)(vendor|node_modules|dist)\//

const files = ['src', 'bot', 'drills', 'packages', 'test', 'deploy', 'migrations'].flatMap(folder =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(name => `${folder}/${name.replaceAll(path.sep, '/')}`)
    .filter(name => isText.test(name) && !isNotOurs.test(name)),
)
const texts = new Map(files.map(file => [file, readFileSync(path.join(root, file), 'utf8')]))

describe('the width of lines', () => {
  test("every file's width is measured, because a check that reads nothing always passes", () => {
    expect(files.length).toBeGreaterThan(1500)
    expect(wideLines(`${'é'.repeat(columnsMax)}\nx${'é'.repeat(columnsMax)}\n`)).toEqual([2])
  })

  test(`lines have at most ${columnsMax} columns: code, comments, templates, texts and SQL alike`, () => {
    const wide = files.flatMap(file => wideLines(textOf(file), isTest.test(file)).map(line => `${file}:${line}`))
    expect(wide).toEqual([])
  })

  test('sentences in documents fit the width too, except in tables and samples', () => {
    const folders = ['docs', 'docs/decisions', 'docs/connectors']
    const documents = [
      'README.md',
      ...folders.flatMap(folder => readdirSync(path.join(root, folder)).map(name => `${folder}/${name}`)),
    ].filter(name => name.endsWith('.md'))
    expect(documents.length).toBeGreaterThan(50)
    expect(
      proseOf(
        `${'x'.repeat(columnsMax + 1)}\n| ${'x'.repeat(columnsMax)}\n\`\`\`\n${'x'.repeat(columnsMax + 1)}\n\`\`\``,
      ),
    ).toMatch(/^x+\n\n\n\n$/)
    const wide = documents.flatMap(name => {
      return wideLines(proseOf(readFileSync(path.join(root, name), 'utf8'))).map(line => `${name}:${line}`)
    })
    expect(wide).toEqual([])
  })

  test(`style sheets have at most ${linesOfSheetMax} lines`, () => {
    const sheets = files.filter(file => file.endsWith('.css'))
    expect(sheets.length).toBeGreaterThan(10)
    expect(sheets.filter(file => texts.get(file)!.split('\n').length - 1 > linesOfSheetMax)).toEqual([])
  })
})

/** Returns a document without samples, tables and code; the other lines keep their numbers. */
function proseOf(text: string): string {
  let isSample = false
  return text
    .split('\n')
    .map(line => {
      const isFence = line.trimStart().startsWith('```')
      if (isFence) isSample = !isSample
      return isFence || isSample || /^\s*(\||`[^`]*`$)/.test(line) ? '' : line
    })
    .join('\n')
}

function textOf(file: string): string {
  return texts.get(file)!.replace(snapshot, written => written.replace(/[^\n]+/g, ''))
}

function wideLines(text: string, mayHavePieces = false): number[] {
  return text.split('\n').flatMap((line, at) => {
    const isWide = [...line].length > columnsMax && !(mayHavePieces && onePieces.some(piece => piece.test(line)))
    return isWide ? [at + 1] : []
  })
}
