import type { Module } from '../module.ts'
import { archiveAuditTexts } from './archive-words.ts'

/** Moves an entire account to another installation. */
export const archive: Module = {
  name: 'archive',
  summary: 'Export and import of a whole account',
  loadCommands: async () => (await import('./commands/archive-commands.ts')).archiveCommands,
  auditTexts: archiveAuditTexts,
}
