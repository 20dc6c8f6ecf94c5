const depthMax = 64

/**
 * Returns whether PostgreSQL stores every text in a JSON value unchanged. It rejects NUL, and an unpaired surrogate
 * would become another character. A value nested deeper than 64 levels is rejected, because it would overflow the stack
 * of recursive code.
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

/**
 * Returns the text in a form that PostgreSQL can store: a NUL in one payer's name would keep all money of its page from
 * being booked.
 */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed()
}
