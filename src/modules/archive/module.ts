import type { Module } from '../module.ts'
import { archiveAuditTexts } from './archive-words.ts'
import { archiveCommands } from './commands/archive-commands.ts'

/** Moves an entire account to another installation. */
export const archive: Module = {
  name: 'archive',
  summary: 'Export and import of a whole account',
  commands: archiveCommands,
  auditTexts: archiveAuditTexts,
}
