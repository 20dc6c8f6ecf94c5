import { createConnection } from '../../src/connections/create-connection.ts'
import { makeBridgedCredentials } from '../../src/connectors/bridge/simulator.ts'
import { makeInteractiveCredentials } from '../../src/connectors/interactive/simulator.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { findStandingByAccount, type Standing } from '../../src/keys/standing.ts'
import type { App } from '../../src/needs.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import { createAccount } from '../../src/people/create-account.ts'
import { pickSize } from './length.ts'

const invoicesToCheck = pickSize(50, 2_000)

/** Creates a separate account for each server, so that their rows do not affect each other. */
export async function seedAccount(
  app: App,
  name: string,
): Promise<{ standing: Standing; key: string; invoices: string[] }> {
  const nowhere = 'http://127.0.0.1:9/sandbox'
  const operators = await app.sql.query<{ id: number }>('select id from account where is_operator')
  if (!operators[0]) {
    const operator = await createAccount(app, { name: 'operator', isOperator: true, plan: 'premium' })
    const credentials = makeInteractiveCredentials(nowhere, 'BENCH')
    const connection = {
      accountId: operator.id,
      connector: 'interactive',
      mode: 'test',
      label: 'Bench',
      credentials,
    } as const
    await createConnection(app, connection)
  }
  const account = await createAccount(app, { name, plan: 'premium' })
  const credentials = makeBridgedCredentials(nowhere, 'wallet', name)
  await createConnection(app, { accountId: account.id, connector: 'wallet', mode: 'test', label: 'Bench', credentials })
  const standing = (await findStandingByAccount(app, account.id, 'test'))!
  const invoices: string[] = []
  for (let n = 0; n < invoicesToCheck; n++) {
    const payment = await createPayment(app, standing, { amount: 20_000 + n * 1_000, paymentMethod: 'wallet_direct' })
    invoices.push(payment.invoiceId)
  }
  const key = await createKey(app, { accountId: account.id, mode: 'test', label: 'Bench', isRateLimited: false })
  return { standing, key, invoices }
}
