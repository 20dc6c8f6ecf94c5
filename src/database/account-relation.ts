import { type EntityClass, p } from '@mikro-orm/core'

/**
 * The second relation of a key "of one account": it adds the constraint that both rows belong to the same account, and
 * is never set. Use the other relation, which has no constraint.
 */
export function accountRelation<Target extends object>(target: EntityClass<Target>, column: string) {
  return p
    .manyToOne(target)
    .lazyRef()
    .fieldNames('account_id', column)
    .referencedColumnNames('account_id', 'id')
    .nullable()
    .hidden()
}
