import { describe, expect, test } from 'vitest'
import { rowsSql, statement } from '../../src/lib/statement.ts'

describe('a statement with names', () => {
  test('a statement has one parameter for each name, however often it occurs', () => {
    const find = statement<{ account: number; since: Date }>(
      'select :account, id from t where account_id = :account and created_at > :since::timestamptz',
    )
    expect(find.text).toBe('select $1, id from t where account_id = $1 and created_at > $2::timestamptz')
    const since = new Date(0)
    expect(find.bind({ since, account: 7 })).toEqual([7, since])
  })

  test('a statement keeps casts, time formats and capitalised names unchanged', () => {
    const text = "select '{}'::jsonb, to_char(now(), 'HH24:MI:SS'), 'a:B'"
    expect(statement(text).text).toBe(text)
  })

  test('a statement sends values cast to JSON as JSON, and null as null', () => {
    const insert = statement<{ lines: object[]; note: object | null; ids: number[] }>(
      'select :lines::json, :note::jsonb, :ids::bigint[]',
    )
    expect(insert.text).toBe('select $1::json, $2::jsonb, $3::bigint[]')
    expect(insert.bind({ lines: [{ a: 1 }], note: null, ids: [1] })).toEqual(['[{"a":1}]', null, [1]])
  })

  test("a statement replaces half a surrogate pair, which PostgreSQL's JSON refuses", () => {
    const note = statement<{ note: object }>('select :note::json')
    expect(note.bind({ note: { text: 'ab\ud83d' } })).toEqual(['{"text":"ab\ufffd"}'])
    expect(note.bind({ note: { text: 'C:\\ud83d' } })).toEqual(['{"text":"C:\\\\ud83d"}'])
  })

  test('a statement refuses a missing value, which is not the same as null', () => {
    const find = statement<{ id: number | undefined }>('select :id')
    expect(() => find.bind({ id: undefined })).toThrow('the statement has no value for :id')
  })

  test('a statement sends fields of a value as separate values', () => {
    const find = statement<{ after: { id: number; at: Date } }>(
      'select from t where (id, at) < (:after.id::bigint, :after.at::timestamptz) or id = :after.id::bigint',
    )
    expect(find.text).toBe('select from t where (id, at) < ($1::bigint, $2::timestamptz) or id = $1::bigint')
    const at = new Date(0)
    expect(find.bind({ after: { at, id: 7 } })).toEqual([7, at])
    expect(() => find.bind({ after: { id: 7 } } as never)).toThrow('the statement has no value for :after.at')
  })

  test('a statement reads a list of rows as a table', () => {
    const sum = statement<{ sale: { amount: number }[] }>(
      `select sum(amount) from ${rowsSql<{ amount: number }>('sale', { amount: 'bigint' })}`,
    )
    expect(sum.text).toBe('select sum(amount) from json_to_recordset($1::json) as sale(amount bigint)')
  })
})
