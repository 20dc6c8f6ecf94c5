/** The traits of a provider that the rest of the shop asks for, instead of its name. */
export interface Traits {
  /**
   * It makes a code for each payment. The operator's connection to it serves every account (`qris`, `qris_platform`), a
   * merchant's own their own (`qris_user`).
   */
  makesCodes: boolean
  /** The methods that money at an account of the merchant's own pays. */
  brings: readonly OwnMethod[]
  /** A phone of the merchant's has to be set up to forward its notifications. */
  needsForwarder: boolean
  /**
   * A phone number, an OTP and a PIN open it; the edition with verification lets such a wallet serve `wallet_qris`,
   * too.
   */
  isOpenedByOtp?: boolean
  /**
   * The code must not be polled: it is checked when a push names it, at the end of its life, and on a person's request,
   * at most once a minute.
   */
  isAskedRarely?: true
  /** It takes requests only from an IP address and a domain that are registered there. */
  registersCallers?: true
  /**
   * Strangers can sign its notifications, because the key is public: its codes are sent with an address that strangers
   * cannot guess.
   */
  isSignedByAnybody?: true
  /** Where the provider sends its notifications, behind the address that it is given. */
  hookPath?: string
}

/** The payment methods whose money goes to an account of the merchant's own. */
export type OwnMethod = 'qris_user' | 'wallet_qris' | 'wallet_direct'
