import type { Configuration } from '@mikro-orm/core'
import { PostgreSqlDriver, PostgreSqlNativeQueryBuilder } from '@mikro-orm/postgresql'

/**
 * PostgreSQL's driver with `for no key update` instead of `for update`, so that others can still insert references to a
 * locked row. A foreign key locks the row that it refers to: with `for update`, inserts would wait for that lock in an
 * order of their own and might deadlock.
 */
export class RowLockingDriver extends PostgreSqlDriver {
  constructor(config: Configuration) {
    super(config)
    this.platform.createNativeQueryBuilder = () => new RowLockingBuilder(this.platform)
  }
}

class RowLockingBuilder extends PostgreSqlNativeQueryBuilder {
  protected override addLockClause(): void {
    super.addLockClause()
    this.parts = this.parts.map(part => (part === 'for update' ? 'for no key update' : part))
  }
}
