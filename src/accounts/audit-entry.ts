import { defineEntity, p } from '@mikro-orm/core'
import { byInstallation } from '../database/scope.ts'

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  filters: byInstallation,
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
    id: p.bigint('number').primary().generated('identity'),
    /** The account's id, 0 for the installation: each has its own chain. */
    chain: p.bigint('number'),
    number: p.bigint('number'),
    /** Who did it: `user 12`, `command`, `rule late money`. */
    actor: p.text(),
    act: p.text(),
    subject: p.text(),
    detail: p.json<Record<string, unknown>>(),
    address: p.text().strictNullable(),
    createdAt: p.datetime(),
    previousHash: p.blob().$type<Buffer>(),
    hash: p.blob().$type<Buffer>(),
  },
})

/** One act for which somebody may be held responsible. Each row holds the hash of the row before it, so that a change or a removal shows. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry)
