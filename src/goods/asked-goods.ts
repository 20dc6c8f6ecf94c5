/** Which of an account's files, contents or images are listed, newest first. */
export interface AskedGoods {
  /** Those that are switched off are left out. */
  activeOnly: boolean
  /** Unset: all of them. */
  limit?: number
  offset?: number
}
