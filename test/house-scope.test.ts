import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')

/**
 * The use-cases that may see the rows of all accounts (`app.em('installation')`, `app.transaction('installation',
 * ...)`), with the reason. All other code works in the scope of one account, or in that of the tables without an owner
 * (`shared`). The test fails for a file that is missing here, and for one that is listed without need.
 */
const installation: Record<string, string[]> = {
  'finds what is asked for by its id, key, address or file name alone: whose it is, the row says': [
    'src/modules/app-access/exchange-code.ts',
    'src/modules/bills/find-bill.ts',
    'src/modules/customer-mail/store-mail-wish.ts',
    'src/modules/compat/find-caller.ts',
    'src/modules/compat/find-charge.ts',
    'src/modules/counter/find-device.ts',
    'src/modules/counter/find-working-devices.ts',
    'src/modules/counter/pair-device.ts',
    'src/orders/receipts/find-receipt.ts',
    'src/modules/menu/find-menu.ts',
    'src/modules/mini-app/find-app-bot.ts',
    'src/keys/explain-key-end.ts',
    'src/goods/find-goods.ts',
    'src/payments/goods/download-file.ts',
    'src/payments/pick-offer.ts',
    'src/connections/find-connection-owner.ts',
    'src/connections/pairing/pair-phone.ts',
    'src/money/receive-push.ts',
    'src/money/simulate-payment.ts',
    'src/payments/view-payment.ts',
    'src/web/parts/product-picture.ts',
  ],
  'claims, batches, sweeps and what ends them: rows of all accounts, each settled with its own': [
    'src/modules/alerts/count-open-alerts.ts',
    'src/modules/alerts/deliver-alerts.ts',
    'src/modules/alerts/forget-alerts.ts',
    'src/modules/alerts/plan-digests.ts',
    'src/modules/bills/count-missed-parts.ts',
    'src/modules/bills/count-open-bills.ts',
    'src/modules/bills/pass-due-bills.ts',
    'src/modules/bills/send-bill-cards.ts',
    'src/modules/customer-mail/count-open-mails.ts',
    'src/modules/counter/tables/print-tickets.ts',
    'src/modules/customer-mail/deliver-mails.ts',
    'src/modules/compat/count-open-compat.ts',
    'src/modules/compat/send-notifications.ts',
    'src/callbacks/deliver-callbacks.ts',
    'src/modules/webhooks/limit-backlogs.ts',
    'src/modules/webhooks/deliver-events.ts',
    'src/callbacks/outward/read-subjects.ts',
    'src/callbacks/fetch-units.ts',
    'src/callbacks/record-outcomes.ts',
    'src/catalog/stock/watch-stock.ts',
    'src/jobs/make-months.ts',
    'src/notices/deliver-notices.ts',
    'src/modules/bank-lists/count-owed-lines.ts',
    'src/modules/bank-lists/find-witnesses.ts',
    'src/modules/bank-lists/settle-owed-lines.ts',
    'src/modules/notification-rules/reread-form.ts',
    'src/modules/refunds/count-open-refunds.ts',
    'src/modules/team/module.ts',
    'src/modules/refunds/send-refunds.ts',
    'src/modules/broadcasts/count-open-broadcasts.ts',
    'src/modules/broadcasts/send-broadcasts.ts',
    'src/notices/forget-pictures.ts',
    'src/notices/notify-of-ending-plans.ts',
    'src/notices/notify-of-restocks.ts',
    'src/notices/notify-of-sales.ts',
    'src/modules/bills/remind-of-bills.ts',
    'src/modules/bills/cancel-leftover-parts.ts',
    'src/orders/cancel-leftover-invoices.ts',
    'src/orders/sweep-orders.ts',
    'src/orders/statistics/fill-statistics.ts',
    'src/orders/statistics/total-sales.ts',
    'src/books/statistics/close-book-days.ts',
    'src/events/replay-owed-reactions.ts',
    'src/modules/coupons/count-open-coupons.ts',
    'src/modules/counter/count-open-shifts.ts',
    'src/modules/counter/examine-shifts.ts',
    'src/modules/menu/count-open-menu-orders.ts',
    'src/modules/stars/count-open-stars.ts',
    'src/modules/talk/count-open-talks.ts',
    'src/modules/webhooks/count-open-webhooks.ts',
    'src/modules/stars/release-idle-stars.ts',
    'src/modules/stars/send-star-refunds.ts',
    'src/money/poll-charges.ts',
    'src/money/poll-soon.ts',
    'src/connections/connection-health.ts',
    'src/connections/token-cache.ts',
    'src/payments/expire-payments.ts',
    'src/money/follow-history.ts',
    'src/notices/phones/follow-phones.ts',
    'src/connections/probe-connections.ts',
    'src/money/retry-unsettled.ts',
    'src/money/settle-together.ts',
    'src/money/settle-transfer.ts',
    'src/money/settle-transfers.ts',
  ],
  'a user, whose accounts are not known before they are looked for here': [
    'src/people/find-user-account.ts',
    'src/people/find-memberships.ts',
    'src/notices/unlink-chat.ts',
  ],
  'tables of the installation: keys that seal, bridges, maintenance, readings, living processes': [
    'src/keys/reseal-values.ts',
    'src/jobs/heartbeat.ts',
  ],
  'an account that goes to another installation, or comes from one': [
    'src/modules/archive/export-account.ts',
    'src/modules/archive/import-account.ts',
  ],
  'the operator, and who makes or names accounts': [
    'src/accounts/find-account-by-name.ts',
    'src/modules/team/invite.ts',
    'src/people/create-account.ts',
    'src/people/list-accounts.ts',
    'src/commands/money-commands.ts',
    'src/notices/retry-notice.ts',
    'src/books/decide-withdrawal.ts',
    'src/books/sum-transfers.ts',
    'src/payments/statistics/account-usage.ts',
    'src/payments/statistics/read-volume-by-account.ts',
    'src/web/operator/dead.ts',
    'src/web/operator/home.ts',
    'src/web/operator/provider-new.ts',
    'src/web/operator/providers.ts',
    'src/web/operator/withdrawals.ts',
  ],
  'bots, and chats of which it is not known yet whose they are': [
    'src/notices/link-merchant.ts',
    'src/notices/register-merchant-chats.ts',
    'src/notices/set-merchant-language.ts',
  ],
  "connections by id, own and the operator's": [
    'src/connections/create-connection.ts',
    'src/connecting/remove-connection.ts',
    'src/connecting/replace-credentials.ts',
    'src/connections/attach-connections.ts',
  ],
  "the bot's own tables, and the bots": [
    'bot/bots/add-bot.ts',
    'bot/bots/demo-bots.ts',
    'bot/inbox/poll-sql.ts',
    'bot/people/person.ts',
    'src/notices/forget-secret-text.ts',
    'src/notices/store-bot.ts',
    'src/notices/list-dead-updates.ts',
    'src/notices/record-webhook.ts',
    'src/notices/revoke-bot.ts',
    'src/notices/unreachable.ts',
  ],
}

/**
 * The machinery of scopes itself, and code outside of the shop: the demo, and the doctor's checks, which see
 * everything.
 */
const outside = /^(src\/database|src\/demo|src\/doctor|src\/sandbox)\//

const takers = ['src', 'bot']
  .flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .map(name => `${folder}/${name.replaceAll(path.sep, '/')}`),
  )
  .filter(file => !outside.test(file) && takesInstallation(readFileSync(path.join(root, file), 'utf8')))

describe('the scope of the installation (docs/decisions/0009-one-domain.md)', () => {
  test('uses of the installation scope are found, because a check that reads nothing always passes', () => {
    expect(takesInstallation("app.em('installation').find(X)")).toBe(true)
    expect(takesInstallation("listWithdrawals(app, 'installation')")).toBe(true)
    expect(takesInstallation('app.em({ accountId }).find(X)')).toBe(false)
  })

  test('only listed files use the scope of the installation, each with its reason', () => {
    const listed = new Set(Object.values(installation).flat())
    expect(takers.filter(file => !listed.has(file))).toEqual([])
  })

  test('every listed file uses the scope of the installation once', () => {
    const taking = new Set(takers)
    const listed = Object.values(installation).flat()
    expect(listed.filter(file => !taking.has(file))).toEqual([])
    expect(listed.length).toBe(new Set(listed).size)
  })
})

function takesInstallation(source: string): boolean {
  return source.includes("'installation'")
}
