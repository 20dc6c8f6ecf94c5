import type { Configuration } from '@mikro-orm/core'
import { PostgreSqlDriver, PostgreSqlNativeQueryBuilder } from '@mikro-orm/postgresql'

/**
 * PostgreSQL's driver with `for no key update` instead of `for update`: a row that is locked may still be referred to.
 * A foreign key takes a lock of the row that it names, so whoever inserts would wait, in an order of its own, for
 * whoever locks, and the two might wait for each other.
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
