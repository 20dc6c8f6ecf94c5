import { OnlineMigration } from './online-migration.ts'

/** Refunds of a range of days: the payments that have one, by the time at which they were created. */
export class Migration20261126182109_index_refunded extends OnlineMigration {
  indexes() {
    const on = '("account_id", "mode", "created_at") where refunded_at is not null'
    return [{ name: 'payment_refunded', table: 'payment', on }]
  }
}
