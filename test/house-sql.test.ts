import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')

/** The limit for the files that every request, transfer, update of the bot or checkout passes through. */
const statementsMax = 111
/** Rows do not count: they are passed as one value. */
const valuesMax = 12

/**
 * These files are not the shop: no entity describes their tables. Others are the invariants, which check the entities'
 * work, the code that reads the schema before any entity can be trusted, and the code that moves whole tables of an
 * account by their columns.
 */
const outside =
  /^(src\/sandbox|src\/demo)\/|^src\/connectors\/.*\bsimulator\b|^src\/(doctor\/invariants|database\/schema|modules\/archive\/archive)-sql\.ts$/
const statement = /^\s*(select\s|insert into\s|update\s+\w|delete from\s|with\s+\w+\s+as\s*\()/
/** Matches a statement or a part of one. */
const sends = /\b(select|insert into|update|delete from|where|set)\b/
/** Matches a column renamed to its property, which the entity already knows (`selectColumns`). */
const alias = / as "[a-z]+[A-Z]\w*"/g

const files = ['src', 'bot'].flatMap(folder =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(name => `${folder}/${name.replaceAll(path.sep, '/')}`)
    .filter(name => name.endsWith('.ts') && !outside.test(name)),
)
const found = files.flatMap(file => {
  const source = readFileSync(path.join(root, file), 'utf8')
  return textsIn(file, source).map(({ text, constant }) => {
    return { file, text, isInPlace: file.endsWith('-sql.ts') || /Sql$/.test(constant) }
  })
})
const statements = found.filter(({ text }) => statement.test(text))

describe('hand-written statements (docs/decisions/0009-one-domain.md)', () => {
  test('hand-written statements are found, because a check that reads nothing always passes', () => {
    const sample = textsIn('sample.ts', "const aSql = of('select 1'); ask(`update t set x = 1`)")
    expect(sample.filter(({ text }) => statement.test(text))).toEqual([
      { text: 'select 1', constant: 'aSql' },
      { text: 'update t set x = 1', constant: '' },
    ])
    expect(files.length).toBeGreaterThan(200)
  })

  test(`there are at most ${statementsMax} hand-written statements`, () => {
    expect(statements.length).toBeLessThanOrEqual(statementsMax)
  })

  test('statements are in files named *-sql.ts, or constants of the only use-case that sends them', () => {
    expect(statements.filter(({ isInPlace }) => !isInPlace).map(({ file }) => file)).toEqual([])
  })

  test('statements name their values, because two numbered ones can be swapped by mistake', () => {
    const counted = found.filter(({ text }) => /\$\d/.test(text) && sends.test(text))
    expect(counted.map(({ file }) => file)).toEqual([])
  })

  test(`statements name at most ${valuesMax} values`, () => {
    const many = found.filter(({ text }) => sends.test(text) && namesIn(text).size > valuesMax)
    expect(many.map(({ file }) => file)).toEqual([])
  })

  test('statements list columns, because a prepared `*` fails after an upgrade adds one', () => {
    const everything =
      /\breturning \*|\bselect \*[^()]* from (?:payment|store_order|order_item|customer|event|delivery)\b/
    expect(everything.test('select *, true as known from customer where id = $1')).toBe(true)
    expect(found.filter(({ text }) => everything.test(text)).map(({ file }) => file)).toEqual([])
  })

  test('statements rename no columns', () => {
    expect(found.flatMap(({ text }) => [...text.matchAll(alias)])).toEqual([])
  })

  test('statements share a transaction with entities: `app.transaction(scope, ...)`, not `sql.transaction`', () => {
    const apart = files.filter(file => /\bsql\.transaction\(/.test(readFileSync(path.join(root, file), 'utf8')))
    expect(apart).toEqual([])
  })
})

function namesIn(text: string): Set<string> {
  return new Set([...text.matchAll(/(?<![:\w]):([a-z]\w*)/g)].map(([, name]) => name!))
}

/**
 * Returns every literal and template of a file with the constant that it belongs to, without the expressions in braces.
 */
function textsIn(file: string, source: string): { text: string; constant: string }[] {
  const texts: { text: string; constant: string }[] = []
  let constant = ''
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, value, quasis } = node as { type?: string; value?: unknown; quasis?: { value: { cooked: string } }[] }
    if (type === 'Literal' && typeof value === 'string') texts.push({ text: value, constant })
    if (type === 'TemplateLiteral') {
      texts.push({ text: quasis!.map(quasi => quasi.value.cooked).join('…'), constant })
    }
    for (const inner of Object.values(node)) visit(inner)
  }
  const { program } = parseSync(file, source)
  for (const part of program.body) {
    const [first] = part.type === 'VariableDeclaration' ? part.declarations : []
    constant = first?.id.type === 'Identifier' ? first.id.name : ''
    visit(part)
  }
  return texts
}
