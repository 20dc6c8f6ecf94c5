import { type Connector, ConnectorError, type IncomingTransfer } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import type { OddRow } from '../../src/connectors/odd-row.ts'
import { walletSimulator } from '../../src/connectors/wallet/simulator.ts'

/** The wallet, which lists its money in small pages, with unreadable rows among it. */
export interface Lister {
  wallet: Connector
  /** The rows that it lists besides, as the shop sets them aside. */
  odd: OddRow[]
  /** Money that it lists besides, under references that have another amount. */
  more: IncomingTransfer[]
  /** How many of its next further pages fail. */
  failing: number
}

/** How many transfers a page has. */
const pageSize = 4

export function createLister(): Lister {
  const [odd, more]: [OddRow[], IncomingTransfer[]] = [[], []]
  const real = connectors.wallet!
  const lister: Omit<Lister, 'wallet'> = { odd, more, failing: 0 }
  const wallet: Connector = {
    ...real,
    async transfers(call, { since, cursor }) {
      if (cursor !== null && lister.failing > 0) {
        lister.failing--
        throw new ConnectorError('unreachable', 'the wallet does not answer')
      }
      // Its own pages are larger than all that a month brings.
      const page = await real.transfers!(call, { since, cursor: null })
      const isOwn = (call.credentials as { account: string }).account === walletSimulator.accounts!.demo
      const all = [...page.transfers, ...(isOwn ? more : [])]
      const from = cursor === null ? 0 : Number(cursor)
      const next = from + pageSize
      return {
        ...page,
        transfers: all.slice(from, next),
        // Rows come with the last page.
        ...(isOwn && next >= all.length && odd.length > 0 && { odd }),
        cursor: next < all.length ? String(next) : null,
      }
    },
  }
  return Object.assign(lister, { wallet })
}
