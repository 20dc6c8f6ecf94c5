import { OnlineMigration } from '../../../migrations/online-migration.ts'

export class Migration20990101000003_index_columns extends OnlineMigration {
  indexes() {
    return [
      { name: 'payment_later_note', table: 'payment', on: '(later_note)' },
      { name: 'store_order_later_count', table: 'store_order', on: '(later_count) where later_count > 0' },
    ]
  }
}
