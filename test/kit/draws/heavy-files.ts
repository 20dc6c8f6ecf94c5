import { createHash, randomInt } from 'node:crypto'

/**
 * Slow tests that took more than a minute each, beside others, when the whole run was last timed. Together they take
 * two thirds of it, so each run has half of them, drawn by its seed; with WARUNG_CRASHES, as before a release, all run.
 * The upgrade takes as long, but is in every run: no other test sees what it would break.
 */
export const heavyFiles: readonly string[] = [
  'test/api/dying.slow.test.ts',
  'test/api/validators.slow.test.ts',
  'test/bot/chat-page.slow.test.ts',
  'test/bot/code-message.slow.test.ts',
  'test/bot/injection.slow.test.ts',
  'test/bot/interrupted-forms.slow.test.ts',
  'test/bot/merchant-journey.slow.test.ts',
  'test/bot/notices/code-pictures.slow.test.ts',
  'test/bot/others-buttons.slow.test.ts',
  'test/bot/outage.slow.test.ts',
  'test/bot/store-journey.slow.test.ts',
  'test/connectors/ipaymu/flood.slow.test.ts',
  'test/connectors/many-payments.slow.test.ts',
  'test/connectors/mutations/hostile-names.slow.test.ts',
  'test/connectors/new-provider.slow.test.ts',
  'test/database/back-up.slow.test.ts',
  'test/documents.slow.test.ts',
  'test/hostile.slow.test.ts',
  'test/http/cut-off-bodies.slow.test.ts',
  'test/http/uploads-memory.slow.test.ts',
  'test/jobs/idle.slow.test.ts',
  'test/keys/rotate-secret.slow.test.ts',
  'test/lib/patterns.slow.test.ts',
  'test/modules/archive/edits.slow.test.ts',
  'test/modules/archive/whole.slow.test.ts',
  'test/modules/bank-lists/long-list.slow.test.ts',
  'test/modules/bills/races.slow.test.ts',
  'test/modules/bills/strangers.slow.test.ts',
  'test/modules/broadcasts/broadcasts.slow.test.ts',
  'test/modules/catalogue-tables/hostile-uploads.slow.test.ts',
  'test/modules/catalogue-tables/slow-files.slow.test.ts',
  'test/modules/compat/scenario.slow.test.ts',
  'test/modules/counter/web/kasir-till.slow.test.ts',
  'test/modules/counter/web/wrong-clock.slow.test.ts',
  'test/modules/deleted-folder.slow.test.ts',
  'test/modules/menu/strangers.slow.test.ts',
  'test/modules/webhooks/fan-out.slow.test.ts',
  'test/orders/races.slow.test.ts',
  'test/payments/dying-together.slow.test.ts',
  'test/payments/searching.slow.test.ts',
  'test/people/guesses.slow.test.ts',
  'test/plugs/vendure.slow.test.ts',
  'test/plugs/woocommerce-scenario.slow.test.ts',
  'test/plugs/woocommerce.slow.test.ts',
  'test/process.slow.test.ts',
  'test/production.slow.test.ts',
  'test/release/release.slow.test.ts',
  'test/sdks/readmes.slow.test.ts',
  'test/sdks/sdks.slow.test.ts',
  'test/uncaught.slow.test.ts',
  'test/walked.slow.test.ts',
  'test/web/dashboard/dashboard-browser.slow.test.ts',
  'test/web/dashboard/money-doors.slow.test.ts',
  'test/web/injection.slow.test.ts',
  'test/web/pay/bill-look.slow.test.ts',
  'test/web/sign-in/passkeys.slow.test.ts',
  'test/web/sign-in/profile.slow.test.ts',
  'test/web/tasks.slow.test.ts',
  'test/web/tenants.slow.test.ts',
]

/** Returns the heavy files that this run leaves out. Chooses the run's seed if it has none. */
export function leftOutFiles(): string[] {
  if (process.env.WARUNG_CRASHES !== undefined) return []
  process.env.TEST_SEED ??= String(randomInt(1_000_000_000))
  const place = (file: string) => createHash('sha256').update(`${process.env.TEST_SEED} ${file}`).digest('hex')
  const inOrder = heavyFiles.toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
  return inOrder.slice(0, Math.floor(heavyFiles.length / 2))
}
