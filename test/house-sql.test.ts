import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')

/** All stand in files named `*-sql.ts`: what every request, transfer, update of the bot or checkout passes through. */
const statementsMax = 104

/**
 * They are not the shop: no entity describes their tables. And the invariants, which question what the entities did,
 * and what looks at the schema before any entity may be believed.
 */
const outside =
  /^(src\/sandbox|src\/demo)\/|^src\/connectors\/.*\btwin\b|^src\/(doctor\/invariants|database\/schema)-sql\.ts$/
const statement = /^\s*(select\s|insert into\s|update\s+\w|delete from\s|with\s+\w+\s+as\s*\()/
/** A column renamed to its property, which the entity knows already (`columnsOf`). */
const alias = / as "[a-z]+[A-Z]\w*"/g

const files = ['src', 'bot'].flatMap(folder =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(name => `${folder}/${name.replaceAll(path.sep, '/')}`)
    .filter(name => name.endsWith('.ts') && !outside.test(name)),
)
const found = files.flatMap(file => {
  const source = readFileSync(path.join(root, file), 'utf8')
  return textsIn(file, source).map(text => ({ file, text, isInPlace: file.endsWith('-sql.ts') }))
})
const statements = found.filter(({ text }) => statement.test(text))

describe('statements by hand (docs/decisions/0009-one-domain.md)', () => {
  test('are seen: a check that reads nothing would always pass', () => {
    expect(
      textsIn('sample.ts', "const a = 'select 1'; ask(`update t set x = 1`)").filter(t => statement.test(t)),
    ).toHaveLength(2)
    expect(files.length).toBeGreaterThan(200)
  })

  test(`are at most ${statementsMax}`, () => {
    expect(statements.length).toBeLessThanOrEqual(statementsMax)
  })

  test('are only in files named *-sql.ts', () => {
    expect(statements.filter(({ isInPlace }) => !isInPlace).map(({ file }) => file)).toEqual([])
  })

  test('name the columns of a table: a prepared `*` is refused as soon as an upgrade has added one', () => {
    const everything =
      /\breturning \*|\bselect \*[^()]* from (?:payment|store_order|order_item|customer|event|delivery)\b/
    expect(everything.test('select *, true as known from customer where id = $1')).toBe(true)
    expect(found.filter(({ text }) => everything.test(text)).map(({ file }) => file)).toEqual([])
  })

  test('rename no columns', () => {
    expect(found.flatMap(({ text }) => [...text.matchAll(alias)])).toEqual([])
  })

  test('are in one transaction with entities: `app.transaction(scope, ...)`, not `sql.transaction`', () => {
    const apart = files.filter(file => /\bsql\.transaction\(/.test(readFileSync(path.join(root, file), 'utf8')))
    expect(apart).toEqual([])
  })
})

/** Every literal and template of a file; what a template has inside braces is left out. */
function textsIn(file: string, source: string): string[] {
  const texts: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, value, quasis } = node as { type?: string; value?: unknown; quasis?: { value: { cooked: string } }[] }
    if (type === 'Literal' && typeof value === 'string') texts.push(value)
    if (type === 'TemplateLiteral') texts.push(quasis!.map(quasi => quasi.value.cooked).join('…'))
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(parseSync(file, source).program)
  return texts
}
