import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { chooseMutants } from './choose-mutants.ts'
import { findFunctionAt } from './find-function-at.ts'
import { findSqlAt } from './find-sql-at.ts'
import { applyMutant, describeMutant } from './mutant.ts'
import { mutateSql } from './mutate-sql.ts'
import { mutateTypescript } from './mutate-typescript.ts'
import { readSources } from './near-tests.ts'
import { createReachFilter } from './one-test.ts'

/** Returns each mutant as `what: the original text => the new text`. */
function mistakesIn(text: string): string[] {
  return mutateSql(text).map(({ start, end, instead, what }) => `${what}: ${text.slice(start, end)} => ${instead}`)
}

describe('mistakes inserted into SQL', () => {
  test('SQL mutants make a condition always true or an alternative never, and keep what belongs to a value', () => {
    const mistakes = mistakesIn(
      'select 1 from t where a = $1 and (b is null or c > 2) and d between 1 and 2 and e in (select 3 from u where f)',
    ).filter(each => /condition|alternative/.test(each))
    expect(mistakes).toEqual([
      'sql: a condition that always holds: a = $1 => (a = $1 or true)',
      'sql: a condition that always holds: (b is null or c > 2) => ((b is null or c > 2) or true)',
      'sql: a condition that always holds: d between 1 and 2 => (d between 1 and 2 or true)',
      'sql: a condition that always holds: e in (select 3 from u where f) => (e in (select 3 from u where f) or true)',
      'sql: an alternative that never holds: b is null => (b is null and false)',
      'sql: an alternative that never holds: c > 2 => (c > 2 and false)',
      'sql: a condition that always holds: f => (f or true)',
    ])
  })

  test('SQL mutants forget a lock, an order, a limit and the handling of an existing row', () => {
    const mistakes = [
      ...mistakesIn('select 1 from t order by a desc limit 5 for update of t skip locked'),
      ...mistakesIn('insert into t (a) values (1) on conflict (a) do nothing returning a'),
    ]
    expect(mistakes).toEqual(
      expect.arrayContaining([
        'sql: no order: order by a desc => ',
        'sql: the other order: desc => ',
        'sql: no limit: limit 5 => ',
        'sql: no lock: for update of t skip locked => ',
        'sql: waiting for a lock: skip locked => ',
        'sql: no conflict clause: on conflict (a) do nothing => ',
      ]),
    )
  })

  test('SQL mutants leave single columns unchanged, reverse comparisons, and ignore assignments', () => {
    const mistakes = mistakesIn("update t set a = 1, b = case when c = 'x' then 2 else b end where d <= now()")
    expect(mistakes).toEqual(
      expect.arrayContaining([
        'sql: a column that is not set: 1 => case when true then a else 1 end',
        'sql: a comparison: <= => <',
        'sql: a comparison: = => <>',
      ]),
    )
    expect(mistakes.filter(each => each.startsWith('sql: a comparison: ='))).toHaveLength(1)
  })

  test('SQL mutants skip the select list of exists, which does not matter', () => {
    const mistakes = mistakesIn('select 5 from t where exists (select 1 from u where u.a = t.a)')
    expect(mistakes.filter(each => each.startsWith('sql: a number'))).toEqual(['sql: a number: 5 => 6'])
  })

  test('SQL mutants skip quotes and comments', () => {
    expect(mistakesIn('select \'a and b where c = 1\', "for update" from t -- where d = 2\n')).toEqual([])
  })
})

describe('mistakes inserted into TypeScript', () => {
  const source = `import { a } from 'b'
export async function use(app: App, { x }: { x: number }): Promise<string> {
  if (x < 3 && app.isOn) return 'paid'
  await app.em().nativeUpdate(Row, { id: x, state: 'open' }, { state: 'paid' })
  app.wake.notify('notices')
  return x === 1 ? 'Some words for people' : app.sql.query(\`select \${columns} from t where a = \${b} and c > 0\`)
}
`
  const mistakes = mutateTypescript('use.ts', source).map(change => ({
    what: change.what,
    ...describeMutant(source, { file: 'use.ts', ...change }),
  }))
  const has = (is: string) => mistakes.some(mistake => mistake.is.includes(is))

  test('TypeScript mutants are of each kind, and each is a line that still parses', () => {
    for (const is of [
      'if (!(x < 3 && app.isOn))',
      // Neither a comma with an ineffective left side nor unreachable code is created, because the compiler would
      // refuse them.
      'if (((x < 3 && app.isOn) || Boolean(1)))',
      'if (((x < 3 && app.isOn) && Boolean(0)))',
      'if (x <= 3 &&',
      'if (x < 3 || app.isOn)',
      'if (app.isOn)',
      "return 'another'",
      "nativeUpdate(Row, { id: x }, { state: 'paid' })",
      "nativeUpdate(Row, { state: 'open' }, { state: 'paid' })",
      `(a = \${b} or true) and c > 0`,
      `a = \${b} and (c > 0 or true)`,
      `a = \${b} and c >= 0`,
      'x !== 1 ?',
    ]) {
      expect(has(is), is).toBe(true)
    }
    expect(mistakes.filter(({ is }) => is === ';').map(({ was }) => was)).toHaveLength(2)
  })

  test('TypeScript mutants leave types, imports and sentences unchanged', () => {
    expect(mistakes.some(({ was }) => was.startsWith('import'))).toBe(false)
    expect(mistakes.some(({ is }) => is.includes('Some words for people') && is.includes("'another' :"))).toBe(false)
    expect(mistakes.some(({ is }) => is.includes('Promise<another>'))).toBe(false)
  })
})

test('the function at a position is the innermost named one, as V8 reports it', () => {
  const source = `const most = 3
const take = async (count: number) => count < most
class Row {
  isOpen(): boolean {
    return [1].some(one => one === 2)
  }
}
function outer() {
  return { read: () => 'read', other() { return 'other' } }
}
`
  const around = (text: string) => findFunctionAt('a.ts', source, source.indexOf(text))
  expect(['= 3', '< most', '=== 2', "'read'", "'other'", 'return {'].map(around)).toEqual([
    ...[null, 'take', 'isOpen', 'read', 'other', 'outer'],
  ])
})

const files = { dir: '.', source: (file: string) => fs.readFileSync(file, 'utf8') }

test('the same seed chooses the same mutants, and another seed others', () => {
  const chosen = (seed: string) =>
    chooseMutants(files, { seed, count: 20, room: 'callbacks' }).map(
      ({ file, start, instead }) => `${file} ${start} ${instead}`,
    )
  expect(chosen('1')).toEqual(chosen('1'))
  expect(chosen('1')).not.toEqual(chosen('2'))
  expect(new Set(chosen('1')).size).toBe(20)
})

test('with one judging test, mutants are only drawn in functions that it calls and in statements of their files', () => {
  const calls = new Set(['src/money/read-transfers.ts readTransfers'])
  const sent = ['select reference, amount from transfer where receiving_account_id = $1 and reference = any($2)']
  const reaches = createReachFilter(calls, readSources(files.dir), sent)
  const chosen = chooseMutants(files, { seed: '5', count: 400, room: 'money', part: 'read-transfers', reaches })
  const places = new Set(chosen.map(({ file, start }) => `${file} ${findFunctionAt(file, files.source(file), start)}`))
  expect(places).toContain('src/money/read-transfers.ts readTransfers')
  expect(places).toContain('src/money/read-transfers-sql.ts null')
  const inFunctions = [...places].filter(place => !place.endsWith(' null'))
  expect(inFunctions).toEqual(['src/money/read-transfers.ts readTransfers'])
  // Only this statement of the file was sent.
  const statements = chosen.filter(({ file }) => file === 'src/money/read-transfers-sql.ts')
  const { source } = files
  const texts = statements.map(({ file, start }) => findSqlAt(file, source(file), start))
  expect(new Set(texts)).toEqual(
    new Set(['select reference, amount from transfer where receiving_account_id =', 'and reference = any(']),
  )
})

test('a mutant is inserted and removed without a trace', () => {
  const [mutant] = chooseMutants(files, { seed: '3', count: 1, room: 'payments' })
  const source = files.source(mutant!.file)
  const mutated = applyMutant(source, mutant!)
  expect(mutated).not.toBe(source)
  expect(mutated.slice(0, mutant!.start) + source.slice(mutant!.start, mutant!.end) + source.slice(mutant!.end)).toBe(
    source,
  )
})
