import type { Configuration } from '@mikro-orm/core'
import { PostgreSqlDriver, PostgreSqlNativeQueryBuilder } from '@mikro-orm/postgresql'

/**
 * PostgreSQL's driver with `for no key update` instead of `for update`: a row that is locked may still be referred to.
 * A foreign key locks the row that it names, so with `for update` an insert would wait for the lock in an order of its
 * own, and the two transactions might wait for each other.
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
