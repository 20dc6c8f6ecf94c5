import { OnlineMigration } from './online-migration.ts'

/** Until when amounts of payments that have ended are held: whether any still is, for the look of each second. */
export class Migration20261126012500_index_late_holds extends OnlineMigration {
  indexes() {
    return [{ name: 'hold_late', table: 'hold', on: "(held_until) where held_until < 'infinity'" }]
  }
}
