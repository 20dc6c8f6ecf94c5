import { bank } from './bank.ts'
import type { Connector } from './connector.ts'
import { interactive } from './interactive.ts'
import { merchantWallet } from './merchant-wallet.ts'
import { mutations } from './mutations/mutations.ts'
import { snap } from './snap/snap.ts'
import { wallet } from './wallet.ts'

/** By id, as connections name them. Credentials were parsed by the same connector that later reads them. */
export type Connectors = Record<string, Connector>

export const connectors: Connectors = {
  interactive,
  bank,
  'merchant-wallet': merchantWallet,
  mutations,
  snap,
  wallet,
}
