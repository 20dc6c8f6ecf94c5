import { findAccountByName } from '../accounts/find-account-by-name.ts'
import { refuseField } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import { type StatusUpdate, updateOrderStatus } from '../orders/update-order-status.ts'
import { accountOption, type CommandArgs, type Commands } from './command.ts'

const options = { ...accountOption, quiet: { type: 'boolean' } } as const

export const orderCommands = {
  'order take': {
    usage: 'order take NUMBER --account NAME [--quiet]   - in hand',
    options,
    run: makeMove('processing'),
  },
  'order complete': { usage: 'order complete NUMBER --account NAME [--quiet]', options, run: makeMove('completed') },
  'order cancel': { usage: 'order cancel NUMBER --account NAME [--quiet]', options, run: makeMove('cancelled') },
} satisfies Commands

function makeMove(status: StatusUpdate['status']) {
  return async (app: App, { words, options: given }: CommandArgs): Promise<string[]> => {
    const orderNumber = words[0]
    if (!orderNumber) throw refuseField('NUMBER', 'is an order number', 'missing')
    const accountId = await findAccountByName(app, given.account)
    const order = await updateOrderStatus(app, { accountId }, { orderNumber, status, notify: given.quiet !== true })
    return [`${order.orderNumber} is ${order.status}.`, ...(order.refundDue ? ['A refund is due.'] : [])]
  }
}
