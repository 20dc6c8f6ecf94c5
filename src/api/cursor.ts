/** The position at the end of a page: a moment, and the id of the last event at that moment. */
export interface PagePosition {
  at: Date
  id: string
}

export function writeCursor({ at, id }: PagePosition): string {
  return Buffer.from(`${at.getTime()}|${id}`).toString('base64url')
}

/**
 * Returns the position that a cursor encodes; null for a text that is not a cursor of this API. `idForm` is the format
 * of its id.
 */
export function readCursor(cursor: string, idForm: RegExp): PagePosition | null {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('|')
  // A forged cursor may name a year that PostgreSQL cannot represent.
  if (!/^\d{1,15}$/.test(time) || Number(time) > lastMs || !idForm.test(id)) return null
  return { at: new Date(Number(time)), id }
}

const lastMs = Date.UTC(9999, 11, 31)
