/** One thing that the doctor looked at. */
export interface Finding {
  /** The subject: `clock`, `connection 3`. */
  subject: string
  /** `wrong` is mended by somebody now; a warning will be wrong one day, or is on purpose. */
  state: 'well' | 'warning' | 'wrong'
  sentence: string
  /** The cure. */
  advice?: string
}
