import { type Statement, statement } from './statement.ts'

/** A clause `from ... where ...`, with `:names`, that returns a row while there may be work. */
export interface Condition {
  name: string
  due: string
}

/**
 * Returns one statement for all conditions, because every process sends it every second. It returns the names of those
 * that hold. Shared conditions are checked once.
 */
export function findDueSql<Values extends object>(conditions: Condition[]): Statement<Values, { names: string[] }> {
  const byCondition = Map.groupBy(conditions, ({ due }) => due)
  const names = [...byCondition].map(([due, same]) => {
    const named = same.map(({ name }) => `'${name}'`).join(', ')
    return `case when exists (select ${due}) then array[${named}] else '{}' end`
  })
  return statement(`select ${names.join(' || ')} as names`)
}
