import type { Room } from './room.ts'

export interface NewsItem {
  id: number
  /** The kind: `message`, `deleted`, `answer`, `action`, `chat`, `bots`, `people`, `reset`, `loud`, `delivery`. */
  kind: string
  bot_id: number | null
  person_id: number | null
  data: Record<string, unknown>
}

/** Notifies open pages of a change; with a person, only that person's pages. */
export async function publishNews(
  room: Room,
  kind: string,
  recipients: { bot?: number; person?: number },
  data: object = {},
): Promise<void> {
  await room.sql.write('insert into local_bot_api.news (kind, bot_id, person_id, data) values ($1, $2, $3, $4)', [
    kind,
    recipients.bot ?? null,
    recipients.person ?? null,
    JSON.stringify(data),
  ])
  room.signals.wake('news:all')
}

/**
 * Follows the news for a reader. Rows of several processes may become visible out of order, so the last few hundred
 * numbers are always read again, without those already delivered.
 */
export async function followNews(
  room: Room,
  personId: number,
  onNews: (items: NewsItem[]) => Promise<void>,
): Promise<() => void> {
  const [{ last }] = (await room.sql.query<{ last: number }>(
    'select coalesce(max(id), 0) as last from local_bot_api.news',
  )) as [{ last: number }]
  const told = new Set<number>(
    (await room.sql.query<{ id: number }>('select id from local_bot_api.news where id > $1', [last - rereadMax])).map(
      ({ id }) => id,
    ),
  )
  let highest = last
  const read = async () => {
    const items = await room.sql.query<NewsItem>(readNews, [highest - rereadMax, [...told], personId])
    for (const { id } of items) {
      told.add(id)
      highest = Math.max(highest, id)
    }
    for (const id of told) if (id <= highest - rereadMax) told.delete(id)
    if (items.length > 0) await onNews(items)
  }
  const onError = (error: unknown) => room.log.warn({ err: error }, 'local Bot API: the news could not be read')
  return room.signals.listen('news:all', oneAtATime(read, onError))
}

/** Runs the work without overlap, and once more if it was requested during a run. */
function oneAtATime(work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let isWanted = false
  let isRunning = false
  const run = async () => {
    isRunning = true
    try {
      while (isWanted) {
        isWanted = false
        await work()
      }
    } catch (error) {
      onError(error)
    } finally {
      isRunning = false
    }
  }
  return () => {
    isWanted = true
    if (!isRunning) void run()
  }
}

const rereadMax = 300

const readNews = `
  select id, kind, bot_id, person_id, data from local_bot_api.news
  where id > $1 and id <> all ($2::bigint[]) and (person_id is null or person_id = $3)
  order by id limit 500`

/** Checks for news from other processes. Their rows may become visible late, so a change counts for a few polls. */
export function checkForNews(room: Room): void {
  let highest = 0
  let looksLeft = 0
  room.signals.look('news', async keys => {
    const rows = await room.sql.query<{ last: number }>('select coalesce(max(id), 0) as last from local_bot_api.news')
    looksLeft = rows[0]!.last === highest ? Math.max(looksLeft - 1, 0) : 5
    highest = rows[0]!.last
    return looksLeft > 0 ? keys : []
  })
}

export async function forgetOldNews(room: Room): Promise<void> {
  await room.sql.write("delete from local_bot_api.news where at < clock_timestamp() - interval '2 minutes'")
}
