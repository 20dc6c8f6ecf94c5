import { Migration } from '@mikro-orm/migrations'

/**
 * Payments and bills may lead back to web addresses and to the schemes that their account has named: those that its
 * payments and bills lead to so far. Schemes that are never allowed are left out.
 */
export class Migration20261126183340_enter_redirect_schemes extends Migration {
  static allowed = { 'moves rows': 'it writes the few accounts that use the scheme of an app' }

  override up() {
    this.addSql(`
update account set redirect_schemes = used.schemes
from (
  select account_id, (array_agg(distinct scheme order by scheme))[:20] as schemes
  from (
    select account_id, lower(substring(redirect_url from '^([a-zA-Z][a-zA-Z0-9+.-]*):')) as scheme
    from (
      select account_id, redirect_url from payment where redirect_url !~* '^https?:'
      union all
      select account_id, redirect_url from bill where redirect_url !~* '^https?:'
    ) address
  ) written
  where length(scheme) <= 50 and scheme !~ ('^(ms-.*|about|blob|chrome|chrome-extension|content|data|edge|feed|file|'
    || 'filesystem|intent|jar|javascript|moz-extension|resource|vbscript|view-source|wyciwyg)$')
  group by account_id
) used
where account.id = used.account_id`)
  }
}
