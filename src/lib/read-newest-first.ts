const perRead = 250

/**
 * Yields rows from the newest to the oldest, in batches. Each batch starts where the previous one ended, so rows added
 * in the meantime shift nothing. `read` returns the rows with an id below `before`, largest first.
 */
export async function* readNewestFirst<Row extends { id: number }>(
  read: (range: { before: number; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await read({ before, limit: perRead })
    yield rows
    if (rows.length < perRead) return
    before = rows.at(-1)!.id
  }
}
