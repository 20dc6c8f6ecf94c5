import type { ConnectionLine } from '../connections/connection-call.ts'
import { ConnectorError, type IncomingTransfer, type TransferPage } from '../connectors/connector.ts'
import type { OddRow } from '../connectors/odd-row.ts'

/** The rows of a list's pages, up to its end or to the page where reading stopped. */
export interface ReadPages {
  seen: IncomingTransfer[]
  odd: OddRow[]
  /** The failure; null if the list was read to its end. */
  stopped: ReadStop | null
}

export interface ReadStop {
  /** Why the page failed; null if the reader only paused. */
  error: unknown
  /** The page to continue with; null if no page was read. */
  cursor: string | null
}

export interface PageRef {
  since: Date
  cursor: string | null
}

const pagesMax = 1000
const triesPerPage = 3

/**
 * Reads a list page by page, to its end or to a page that fails three times; the first page of a list is requested
 * once. `goesOn` is called between two pages: it may throw to stop, or return false to continue at the next page later.
 */
export async function readPages(line: ConnectionLine, from: PageRef, goesOn: () => boolean): Promise<ReadPages> {
  const pages: ReadPages = { seen: [], odd: [], stopped: null }
  let cursor = from.cursor
  for (let count = 1; ; count++) {
    try {
      const answer = await readPage(line, { since: from.since, cursor })
      pages.seen.push(...answer.transfers)
      pages.odd.push(...(answer.odd ?? []))
      cursor = answer.cursor
    } catch (error) {
      // A cursor that fails at once may be too old.
      return { ...pages, stopped: { error, cursor: count === 1 ? null : cursor } }
    }
    if (cursor === null) return pages
    if (count === pagesMax) throw new Error(`the list did not end after ${pagesMax} pages`)
    if (!goesOn()) return { ...pages, stopped: { error: null, cursor } }
  }
}

async function readPage({ connector, call }: ConnectionLine, page: PageRef): Promise<TransferPage> {
  for (let tries = 1; ; tries++) {
    const askedAt = performance.now()
    try {
      return await connector.transfers!(call, page)
    } catch (error) {
      // A page that was slow once would be slow again.
      const isSlow = performance.now() - askedAt > slowMs
      const mayHelp = error instanceof ConnectorError && error.kind === 'unreachable'
      if (page.cursor === null || isSlow || !mayHelp || tries === triesPerPage) throw error
    }
  }
}

const slowMs = 2_000
