import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { TestShop } from '../../kit/app.ts'
import type { OpeningOrder } from './opening-process.ts'

/** Runs a process that opens a bill and dies at this point. Returns how it ended. */
export async function openAndDie(
  shop: TestShop,
  billId: number,
  at: OpeningOrder['at'],
): Promise<NodeJS.Signals | null> {
  const order: OpeningOrder = {
    at,
    billId,
    accountId: shop.demo.accountId,
    connection: shop.connection,
    settings: { BASE_URL: shop.url },
    clockOffsetMs: shop.app.now().getTime() - Date.now(),
  }
  const file = path.join(import.meta.dirname, 'opening-process.ts')
  const child = fork(file, [JSON.stringify(order)], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [, signal] = await once(child, 'exit')
  return signal
}
