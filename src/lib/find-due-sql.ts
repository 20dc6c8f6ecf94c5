import { type Statement, statement } from './statement.ts'

/**
 * The clause that asks for work: a `from ... where ...`, with `:names`, that has a row while there may be something to
 * do.
 */
export interface Condition {
  name: string
  due: string
}

/**
 * One statement for all conditions, because every process sends it every second: the names of those that hold. What
 * several share is asked once.
 */
export function findDueSql<Values extends object>(conditions: Condition[]): Statement<Values, { names: string[] }> {
  const byCondition = Map.groupBy(conditions, ({ due }) => due)
  const names = [...byCondition].map(([due, same]) => {
    const named = same.map(({ name }) => `'${name}'`).join(', ')
    return `case when exists (select ${due}) then array[${named}] else '{}' end`
  })
  return statement(`select ${names.join(' || ')} as names`)
}
