import { defineEntity, p } from '@mikro-orm/core'
import { identity } from '../database/identity.ts'
import { installationFilter } from '../database/scope.ts'

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  comment: 'An act with the person or program that did it. Each row contains the hash of the previous row.',
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
    number: p.bigint('number').comment('Its position in the chain, from 1 without gaps.'),
    actor: p.text().comment('Who did it: user 12, command, rule late money.'),
    act: p.text().comment('The act; src/accounts/audit-act.ts lists them all.'),
    subject: p.text().comment('The object of the act.'),
    detail: p.json<Record<string, unknown>>().comment('Details of the act; never a secret.'),
    address: p.text().strictNullable(),
    createdAt: p.datetime(),
    previousHash: p.blob().comment('The hash of the previous entry; zeros for the first.').$type<Buffer>(),
    hash: p.blob().comment('SHA-256 of all other columns except the id.').$type<Buffer>(),
  },
})

/**
 * An action for which a person can be held responsible. Each row contains the hash of the previous one, so a changed or
 * removed row is detected.
 */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry)
