const depthMax = 64

/**
 * Whether PostgreSQL stores every text in a JSON value unchanged: it takes no NUL, and half a surrogate pair would
 * become another character. A value that is nested deeper than 64 levels would overflow the stack of the code that
 * walks through it.
 */
export function isStorable(value: unknown): boolean {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) return false
    } else if (typeof value === 'object' && value !== null) {
      if (depth === depthMax) return false
      for (const part of Object.entries(value).flat()) open.push({ value: part, depth: depth + 1 })
    }
  }
  return true
}
