import { OnlineMigration } from './online-migration.ts'

/** Orders that are on their way, by when they are taken to have arrived. */
export class Migration20261123075300_index_shipped_orders extends OnlineMigration {
  indexes() {
    return [{ name: 'store_order_arriving', table: 'store_order', on: `(receive_by) where status = 'processing'` }]
  }
}
