/** The payload of `account.opened`. */
export interface AccountOpened {
  isOperator: boolean
}

/** The payload of `user.code_made`: someone who claims to be the user needs six digits from the user's chat. */
export interface CodeMade {
  chatId: number
  purpose: 'sign_in' | 'reset' | 'prove'
  /**
   * The code, sealed with `codeContext`, because the tables of events and notices contain it and it is valid for five
   * minutes.
   */
  sealedCode: string
  minutes: number
}

/** The payload of `user.signed_in`: a new session is open. `at` is ISO 8601. */
export interface NewSignIn {
  /** The user's own chat; null if none is linked. */
  chatId: number | null
  sessionId: number
  /** The browser, as a person recognises it. */
  browser: string
  address: string
  at: string
}

/** The payload of `key.created`: an API key was created, as a new one or as a replacement. */
export interface KeyCreated {
  label: string
  mode: 'live' | 'test'
  /** The part of the key that may be shown. */
  hint: string
  by: string
}

/** The payload of `callback.address_changed`: callbacks without their own address go elsewhere from now on. */
export interface CallbackAddressChanged {
  url: string | null
  by: string
}
