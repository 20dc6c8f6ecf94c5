/** The tables that are not exported when an account moves. */
export const webhookExcludedTables: Record<string, string> = {
  endpoint: 'sealed with the passphrase, because an address may be a secret; else made anew',
  endpoint_attempt: 'a log of the other installation, kept for some days',
  endpoint_delivery: 'owed by the other installation, which sends it',
  endpoint_secret: 'sealed with the passphrase, else made anew with its endpoint',
  outward_event: 'a log of the other installation, kept for some days',
  owed_event: 'owed by the other installation, which sends it',
}
