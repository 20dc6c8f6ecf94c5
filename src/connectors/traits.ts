/** The traits of a provider that the rest of the shop checks instead of its name. */
export interface Traits {
  /**
   * Whether it creates a code for each payment. The operator's connection to it serves every account (`qris`,
   * `qris_platform`); a merchant's own serves that merchant (`qris_user`).
   */
  makesCodes: boolean
  /** The methods that money in a merchant's own account pays. */
  brings: readonly OwnMethod[]
  /** Whether a merchant's phone has to be set up to forward its notifications. */
  needsForwarder: boolean
  /**
   * Whether a phone number, an OTP and a PIN open it. In the edition with verification, such a wallet also serves
   * `wallet_qris`.
   */
  isOpenedByOtp?: boolean
  /**
   * Whether codes must not be polled. A code is then checked when a push names it, at the end of its life, and on a
   * person's request, at most once a minute.
   */
  isAskedRarely?: true
  /** Whether it only accepts requests from an IP address and domain registered there. */
  registersCallers?: true
  /**
   * Whether strangers can sign its notifications, because the key is public: its codes are sent with an address that
   * strangers cannot guess.
   */
  isSignedByAnybody?: true
  /** The path that the provider appends to the address for its notifications. */
  hookPath?: string
}

/** The payment methods whose money goes to a merchant's own account. */
export type OwnMethod = 'qris_user' | 'wallet_qris' | 'wallet_direct'
