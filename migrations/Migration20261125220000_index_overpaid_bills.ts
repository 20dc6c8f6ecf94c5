import { OnlineMigration } from './online-migration.ts'

/** Bills of an account for which more came than was due. */
export class Migration20261125220000_index_overpaid_bills extends OnlineMigration {
  indexes() {
    return [{ name: 'bill_overpaid', table: 'bill', on: '(account_id, mode) where excess > 0' }]
  }
}
