// Every update and every poll begins with it.

/** The columns of a bot, for `openBot`. */
export const botSql = `
  select b.id, b.account_id as "accountId", b.mode, b.username, b.first_name as "firstName", b.me, b.sealed_token as "sealedToken",
    b.hook_id as "hookId", b.secret_rotation as "secretRotation", b.hooked_as as "hookedAs",
    coalesce(a.display_name, b.first_name) as "storeName"
  from bot b left join account a on a.id = b.account_id`
