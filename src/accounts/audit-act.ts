/** The acts that the core records in the audit log. */
export type CoreAct =
  | `account.${'verified' | 'email_verified' | 'suspended' | 'resumed' | 'plan' | 'limits' | 'late_money'}`
  | 'backup_codes.made'
  | 'bot.added'
  | 'bridge.set'
  | `callback.${'address_changed' | 'redelivered'}`
  | 'catalog.imported'
  | 'catalog.changed'
  | 'product.moved'
  | `chat.${'link_made' | 'unlinked'}`
  | `connection.${'started' | 'added' | 'credentials' | 'code_stored' | 'sentence' | 'on' | 'off' | 'removed'}`
  | `connection.${'exact' | 'unique_codes' | 'proof' | 'tried' | 'traced' | 'paired' | 'cut_off'}`
  | 'trace.opened'
  | `${'file' | 'content' | 'image'}.${'added' | 'on' | 'off'}`
  | `identity.${'linked' | 'unlinked'}`
  | `key.${'created' | 'rolled' | 'revoked'}`
  | `member.${'added' | 'changed' | 'removed'}`
  | `method.${'on' | 'off'}`
  | 'notice.retried'
  | `operator.${'added' | 'removed'}`
  | `passkey.${'added' | 'removed'}`
  | `password.${'changed' | 'reset'}`
  | 'payment.refunded'
  | 'payment.confirmed_by_hand'
  | 'account.foreign_codes'
  | `platform.${'granted' | 'revoked'}`
  | `product.${'added' | 'changed' | 'picture' | 'options' | 'shown' | 'hidden'}`
  | 'row.dismissed'
  | 'second_step.chosen'
  | `secret.${'rotated' | 'switched' | 'regenerated'}`
  | `settings.${'changed' | 'fee' | 'logo' | 'notices'}`
  | 'shop.rules'
  | `stock.${'changed' | 'told' | 'units_added' | 'threshold'}`
  | `transfer.${'accepted' | 'refunded' | 'ignored' | 'split'}`
  | 'unread.opened'
  | 'update.retried'
  | `user.${'added' | 'email' | 'email_confirmed'}`
  | `variant.${'added' | 'changed' | 'priced' | 'stock_url'}`
  | `withdrawal.${'requested' | 'approved' | 'rejected' | 'sent' | 'failed'}`

/**
 * Every act that the audit log can record. A module adds its own with `declare module` and their texts as `auditTexts`;
 * an act without a text fails a test.
 */
export interface AuditActs extends Record<CoreAct, unknown> {}

export type AuditAct = keyof AuditActs
