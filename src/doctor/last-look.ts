/** How far money was looked for, as text, because each channel formats times in its own way. */
export interface LastLook {
  /** The time up to which money was looked for; null if it never was. */
  checked: string | null
  /**
   * Set if its money is reported by a phone that has not reported since the payment was created; `since` is null if it
   * never has.
   */
  silence: { since: string | null } | null
}

// Says "the seller's phone" to a payer, who has a phone too.
export const describeLook = ({ checked, silence }: LastLook, phone = 'HP') => {
  if (silence?.since) return `Tidak diperiksa: ${phone} belum melapor sejak ${silence.since}.`
  if (silence) return `Tidak diperiksa: ${phone} belum pernah melapor.`
  return checked === null ? 'Belum sempat diperiksa.' : `Terakhir diperiksa ${checked}.`
}
export const describeLookEn = ({ checked, silence }: LastLook) => {
  if (silence?.since) return `Not checked: the phone has not reported since ${silence.since}.`
  if (silence) return 'Not checked: the phone has never reported.'
  return checked === null ? 'It has not been checked yet.' : `Last checked ${checked}.`
}
