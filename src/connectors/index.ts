import { bank } from './bank/bank.ts'
import type { Connector } from './connector.ts'
import { interactive } from './interactive/interactive.ts'
import { merchantWallet } from './merchant-wallet/merchant-wallet.ts'
import { mutations } from './mutations/mutations.ts'
import { snap } from './snap/snap.ts'
import { wallet } from './wallet/wallet.ts'

const all = {
  interactive,
  snap,
  mutations,
  bank,
  'merchant-wallet': merchantWallet,
  wallet,
} satisfies Record<string, Connector>

/** A provider, as connections name it. */
export type ConnectorId = keyof typeof all
export type Connectors = Record<ConnectorId, Connector>

/**
 * Every provider. Of several that could serve the same payment, those that make codes go before the others, a phone
 * comes last, and else the order here decides; lists for merchants show them the other way round, the simplest first.
 */
export const connectors: Connectors = all
