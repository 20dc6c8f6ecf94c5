import { defineEntity, p } from '@mikro-orm/core'
import { identity } from '../database/identity.ts'
import { installationFilter } from '../database/scope.ts'

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  comment: 'One act for which somebody may be held responsible. Each row holds the hash of the row before it.',
  filters: installationFilter,
  uniques: [{ name: 'audit_entry_place', properties: ['chain', 'number'] }],
  triggers: [
    {
      name: 'audit_entry_append_only',
      timing: 'before',
      events: ['update', 'delete'],
      forEach: 'statement',
      expression: `
        create function refuse_audit_change() returns trigger language plpgsql as $$
        begin
          raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
        end $$;
        create trigger audit_entry_append_only before update or delete or truncate on audit_entry
          for each statement execute function refuse_audit_change()`,
    },
  ],
  properties: {
    id: identity(),
    chain: p.bigint('number').comment("The account's id, 0 for the installation: each has its own chain."),
    number: p.bigint('number').comment('Its place in the chain, from 1 without a gap.'),
    actor: p.text().comment('Who did it: user 12, command, rule late money.'),
    act: p.text().comment('What was done; src/accounts/audit-act.ts has them all.'),
    subject: p.text().comment('What it was done to.'),
    detail: p.json<Record<string, unknown>>().comment('What one must know of it; never a secret.'),
    address: p.text().strictNullable(),
    createdAt: p.datetime(),
    previousHash: p.blob().comment('The hash of the entry before; zeros for the first.').$type<Buffer>(),
    hash: p.blob().comment('SHA-256 of all other columns but the id.').$type<Buffer>(),
  },
})

/**
 * An action for which a person can be held responsible. Each row contains the hash of the previous one, so a changed or
 * removed row is detected.
 */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry)
