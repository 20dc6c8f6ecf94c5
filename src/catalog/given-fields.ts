/** Returns the fields that have a value. */
export function givenFields(named: Record<string, string | number | null>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(named).filter((entry): entry is [string, string | number] => entry[1] !== null),
  )
}
