import { OnlineMigration } from './online-migration.ts'

const columns = `account_id, mode, status, created_at, invoice_id, payment_method, expires_at, paid_at, paid_via,
    paid_reff_num, payer_name`
const key = (table: string) =>
  ['account_id', 'mode', 'status', 'created_at', 'invoice_id'].map(name => `${table}.${name}`).join(', ')
const batchSize = 2000
const replacedIndexes = ['due', 'of_status', 'paid_via', 'newest_paid', 'of_reff_num', 'of_payer'].map(
  name => `payment_${name}`,
)
const spread = (table: string) => `alter table ${table} set (fillfactor = 45)`

/**
 * Fills `payment_state`, and drops the indexes that it replaces. Then settling a payment writes to no index of `payment`
 * or `reservation` (a HOT update), if its page has room: pages are filled to less than half, so that a statement can
 * settle all of their payments. Sales leave the index of withdrawals. The version before is slower without the indexes,
 * but needs none of them.
 */
export class Migration20261129191548_fill_payment_states extends OnlineMigration {
  override indexes() {
    return [{ name: 'movement_withdrawn', table: 'movement', on: '(withdrawal_id) where withdrawal_id is not null' }]
  }

  override async up(): Promise<void> {
    await super.up()
    await this.dropIndex('movement_of_withdrawal')
    await this.#fill()
    for (const name of replacedIndexes) await this.dropIndex(name)
    for (const table of [...((await this.partitionsOf('payment')) ?? ['payment']), 'reservation']) {
      await this.execute(spread(table))
    }
  }

  override listPlainQueries(): string[] {
    const dropped = ['movement_of_withdrawal', ...replacedIndexes].map(name => `drop index "${name}"`)
    return [...super.listPlainQueries(), ...dropped, spread('payment'), spread('reservation')]
  }

  async #fill(): Promise<void> {
    for (let last: string | null = ''; last !== null; ) {
      // Locked, so that a payment changes either before its row is read or after this row is written. If it begins
      // again, it locks and writes only what is missing.
      const [batch] = await this.execute(
        `with batch as materialized (
           select ${columns} from payment p where invoice_id > ? and not exists (
             select from payment_state s where (${key('s')}) = (${key('p')}))
           order by invoice_id limit ${batchSize} for share of p),
         filled as (insert into payment_state (${columns}) select ${columns} from batch on conflict do nothing)
         select max(invoice_id) as last from batch`,
        [last],
      )
      last = batch!.last
    }
  }
}
