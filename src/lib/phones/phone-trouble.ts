/** The kinds of trouble that a merchant's phone can have. */
export const phoneTroubles = [
  'silent',
  'listener_off',
  'battery_low',
  'two_phones',
  'app_updated',
  'wording_stopped',
] as const
export type PhoneTrouble = (typeof phoneTroubles)[number]
