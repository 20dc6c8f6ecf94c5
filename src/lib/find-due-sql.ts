import { type Statement, statement } from './statement.ts'

/** What asks for work: a `from ... where ...`, with `:names`, that has a row while there may be something to do. */
export interface Condition {
  name: string
  due: string
}

/** One statement for all conditions, because every process sends it every second: the names of those that hold. */
export function findDueSql<Values extends object>(conditions: Condition[]): Statement<Values, { names: string[] }> {
  const names = conditions.map(({ name, due }) => `case when exists (select ${due}) then '${name}' end`)
  return statement(`select array_remove(array[${names.join(', ')}], null) as names`)
}
