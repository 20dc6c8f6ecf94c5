/** An object that an import creates or changes. */
export interface CatalogChange {
  of: 'category' | 'product' | 'variant' | 'rules' | 'coupon'
  /** Its name, or the code of a coupon; empty for the shop's rules. */
  name: string
  isNew: boolean
  /** The changed values; empty for a new object. */
  fields: FieldChange[]
}

/** The old and new values as people read them; null for no value, and for values without a name, such as a picture. */
export interface FieldChange {
  field: string
  from: string | number | boolean | null
  to: string | number | boolean | null
}

/** Sets values on a row and returns those that changed. */
export function changeRow<Row extends object>(
  row: Row,
  values: { [Key in keyof Row]?: Row[Key] | object | null },
): FieldChange[] {
  const before = row as Record<string, unknown>
  const different = Object.entries(values).filter(([name, value]) =>
    Array.isArray(value) ? String(value) !== String(before[name]) : value !== before[name],
  )
  const fields = different.map(([field, value]) => ({
    field,
    from: formatValue(before[field]),
    to: formatValue(value),
  }))
  Object.assign(row, Object.fromEntries(different))
  return fields
}

/** Returns a value as people read it; for another row, its name. */
export function formatValue(value: unknown): FieldChange['to'] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) return value.every(one => typeof one === 'string') ? value.join(', ') : null
  const { name, title, originalName } = value as Record<string, unknown>
  return [name, title, originalName].find((one): one is string => typeof one === 'string') ?? null
}
