/** One thing that the doctor looked at. */
export interface Finding {
  /** What it is about: `clock`, `connection 3`. */
  subject: string
  /** `wrong` is mended by somebody now; a warning will be wrong one day, or is on purpose. */
  state: 'well' | 'warning' | 'wrong'
  sentence: string
  /** What to do about it. */
  advice?: string
}
