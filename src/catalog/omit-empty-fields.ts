/** Returns the fields that have a value. */
export function omitEmptyFields(fields: Record<string, string | number | null>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string | number] => entry[1] !== null),
  )
}
