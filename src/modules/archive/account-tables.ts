import { type ArchivedTable, storedAsSql } from '../../database/archived-table.ts'

const granted = 'the operator of an installation grants it'
const work = 'how far the work has got there'

export const accountTables: Record<string, ArchivedTable> = {
  account: {
    leftOut: {
      id: 'given anew',
      name: 'in the first member, because it may be another one here',
      is_verified: granted,
      is_active: granted,
      is_operator: granted,
      platform_fee_bps: granted,
      allows_foreign_codes: granted,
      amount_max: granted,
      requests_per_s: granted,
      storage_bytes_max: granted,
      storage_files_max: granted,
    },
    exported: 't.id = :account',
    content: { logo_key: 'images' },
    arrives: { logo_key: storedAsSql('logo_key') },
    rules: { default_callback_url: 'web address' },
  },
  notice_switch: {},
  callback_endpoint: {
    leftOut: {
      failures_in_row: work,
      window_from: work,
      window_tries: work,
      window_failures: work,
      open_s: work,
      blocked_until: work,
      failing_since: work,
    },
    rules: { origin: 'web address' },
  },
  destination: {
    // The waiting time for a changed bank account applies here too: the owner of an archive may have inserted their
    // own.
    arrives: { usable_from: `greatest(s.usable_from, i.at + interval '24 hours')` },
  },
  bot: {
    leftOut: {
      me: 'Telegram is asked again',
      sealed_token: 'sealed with the passphrase',
      hook_id: 'given anew',
      secret_rotation: work,
      state: 'its token is not taken here until it is added',
      revoked_at: work,
      hooked_as: work,
      hook_failures: work,
      hook_at: work,
      polled_at: work,
      poll_token: work,
      poll_holder: work,
      polled_until: work,
      quiet_until: work,
    },
    exported: `t.id in (select c.bot_id from public.customer c where c.account_id = :account
      union select b.id from public.bot b where b.account_id = :account)`,
    // Telegram's id belongs to the holder of the token, whom an archive does not prove. Adding the bot restores its
    // customers (store-bot.ts).
    arrives: {
      me: `jsonb_build_object('id', s.id)`,
      sealed_token: `''`,
      hook_id: `replace(gen_random_uuid()::text, '-', '')`,
      state: `'revoked'`,
      revoked_at: 'i.at',
    },
  },
  audit_entry: {
    leftOut: {
      id: 'given anew',
      chain: 'the account that it arrives in',
      previous_hash: 'computed anew, because it covers the chain',
      hash: 'computed anew, because it covers the chain',
    },
    exported: 't.chain = :account',
    rules: { detail: 'object' },
  },
}
