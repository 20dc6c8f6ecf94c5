/** `account.opened`. */
export interface AccountOpened {
  isOperator: boolean
}

/** `user.code_made`: a person who claims to be the user needs six digits in their chat. */
export interface CodeMade {
  chatId: number
  purpose: 'sign_in' | 'reset' | 'prove'
  /** Sealed with `codeContext`: it lies in the books of events and notices, and opens a door for five minutes. */
  sealedCode: string
  minutes: number
}

/** `user.signed_in`: a session is open now. `at` is ISO 8601. */
export interface SignedInSomewhere {
  /** The user's own chat; null if none is linked. */
  chatId: number | null
  sessionId: number
  /** As a person recognises it. */
  browser: string
  address: string
  at: string
}

/** `key.created`: an API key was made, new or in the place of another. */
export interface KeyCreated {
  label: string
  mode: 'live' | 'test'
  /** The part of it that may be shown. */
  hint: string
  by: string
}

/** `callback.address_changed`: callbacks without an address of their own go elsewhere from now on. */
export interface CallbackAddressChanged {
  url: string | null
  by: string
}
