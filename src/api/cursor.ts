/** The end of a page: a moment, and the id of the last event at it. */
export interface Place {
  at: Date
  id: string
}

export function writeCursor({ at, id }: Place): string {
  return Buffer.from(`${at.getTime()}|${id}`).toString('base64url')
}

/** The place that a cursor names; null for a text that no answer gave. `idForm` is what its id looks like. */
export function readCursor(cursor: string, idForm: RegExp): Place | null {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('|')
  // An invented one may be of a year that the database does not have.
  if (!/^\d{1,15}$/.test(time) || Number(time) > lastMs || !idForm.test(id)) return null
  return { at: new Date(Number(time)), id }
}

const lastMs = Date.UTC(9999, 11, 31)
