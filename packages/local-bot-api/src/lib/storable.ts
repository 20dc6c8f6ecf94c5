const depthMax = 64

/**
 * Returns whether PostgreSQL stores every text in a JSON value unchanged. It refuses NUL, and half a surrogate pair
 * would become another character. A value nested deeper than 64 levels would overflow the stack of the code that walks
 * through it.
 */
export function isStorable(value: unknown): boolean {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string' && !isStorableText(value)) return false
    if (typeof value === 'object' && value !== null) {
      if (depth === depthMax) return false
      for (const part of Object.entries(value).flat()) open.push({ value: part, depth: depth + 1 })
    }
  }
  return true
}

function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
