const perRead = 250

/**
 * Rows newest first, some at a time, each read from where the one before ended: what is added meanwhile moves nothing.
 * `read` takes the rows with an id below `before`, the largest first.
 */
export async function* readNewestFirst<Row extends { id: number }>(
  read: (asked: { before: number; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await read({ before, limit: perRead })
    yield rows
    if (rows.length < perRead) return
    before = rows.at(-1)!.id
  }
}
