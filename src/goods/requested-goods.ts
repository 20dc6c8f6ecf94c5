/** Which of an account's files, contents or images are listed, newest first. */
export interface AskedGoods {
  /** Leaves out those that are switched off. */
  activeOnly: boolean
  /** Unset: all of them. */
  limit?: number
  offset?: number
}
