/**
 * A hand-written statement: a text with `:names`, and the types of its values and rows. It is compiled once to
 * PostgreSQL's `$n`, so a new value is one name in one text, and values cannot be swapped by position.
 */
export interface Statement<Values extends object = object, Row extends object = object> {
  /** The text with `$1`, `$2`, and so on. */
  readonly text: string
  /** Returns the values in the order of `$1`, `$2`, and so on. A missing value is a programming error, never null. */
  readonly bind: (values: Values) => unknown[]
  /** Carries only a type; the property has no value at run time. */
  readonly row?: Row
}

/**
 * Compiles a statement with named values. A value whose first use is a cast to JSON (`:lines::json`) is sent as JSON.
 * `:after.id` is the field `id` of the value `after`.
 */
export function statement<Values extends object = object, Row extends object = object>(
  source: string,
): Statement<Values, Row> {
  const names: Name[] = []
  const text = source.replace(nameInText, (_, name: string, cast: string | undefined) => {
    const place = names.findIndex(other => other.name === name)
    if (place === -1) names.push({ name, path: name.split('.'), isJson: cast !== undefined })
    return `$${place === -1 ? names.length : place + 1}${cast ?? ''}`
  })
  return { text, bind: values => names.map(name => namedValue(values, name)) }
}

/**
 * Returns a function that creates a value once for each object and keeps it as long as that object lives. Statements
 * extended by modules are thus compiled once per process.
 */
export function createOncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, Value>()
  return key => {
    const remembered = values.get(key)
    if (remembered !== undefined) return remembered
    const value = make(key)
    values.set(key, value)
    return value
  }
}

interface Name {
  name: string
  path: string[]
  isJson: boolean
}

// Neither a cast (`::text`) nor a time in a format (`HH24:MI`) is a name.
const nameInText = /(?<![:\w]):([a-z]\w*(?:\.\w+)?)(::jsonb?\b(?!\[))?/g

function namedValue(values: object, { name, path, isJson }: Name): unknown {
  let value: unknown = values
  for (const part of path) value = (value as Record<string, unknown> | undefined)?.[part]
  if (value === undefined) throw new Error(`the statement has no value for :${name}`)
  return isJson && value !== null ? toSafeJson(value) : value
}

// PostgreSQL rejects the escape of an unpaired surrogate in JSON; in a text it arrives as U+FFFD.
function toSafeJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (!json.includes('\\ud')) return json
  return JSON.stringify(value, (_, part) => (typeof part === 'string' ? part.toWellFormed() : part))
}

/**
 * Returns the value `:name`, a list of rows, as a table of a statement. For example, `from ${rowsSql('sale', {
 * invoice_id: 'text', amount: 'bigint' })}` reads `sale: { invoice_id: string, amount: number }[]`. One JSON text is
 * cheaper for the process than an array for each column, and equally fast in PostgreSQL for the 64 rows of a batch.
 */
export function rowsSql<Row extends object>(name: string, columns: Columns<Row>): string {
  const definitions = Object.entries<string>(columns).map(([column, type]) => `${column} ${type}`)
  return `json_to_recordset(:${name}::json) as ${name}(${definitions.join(', ')})`
}

/**
 * Returns a condition that holds for each row of a list. PostgreSQL assumes that a list has a hundred rows, and a plan
 * made while a table is small scans that table, even after it has grown. With this condition it expects one row, and
 * looks each up by its key. `key` is a column of the list that is never null.
 */
export const perRowSql = (key: string) => `${key} = any(array[${key}])`

/** The type of each column. */
export type Columns<Row> = Record<keyof Row & string, string>
