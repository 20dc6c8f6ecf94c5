/** The tables that are not exported when an account moves. */
export const compatExcludedTables: Record<string, string> = {
  compat_charge: 'names that SDKs know only at the other installation; the payments themselves move',
  compat_key: 'a secret of the other installation, made anew',
  compat_notification: 'owed by the other installation, which sends it',
}
