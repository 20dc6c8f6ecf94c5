import { type ArchivedTable, storedAsSql } from '../../database/archived-table.ts'

export const talkTables: Record<string, ArchivedTable> = {
  talk_message: {
    leftOut: { message_id: 'a message of the chat there', once: 'what caused it there' },
    refers: { customer_id: 'customer' },
    content: { storage_key: 'images' },
    arrives: { storage_key: storedAsSql('storage_key'), once: `'moved to ' || i.account_id || ' ' || s.id` },
  },
}
