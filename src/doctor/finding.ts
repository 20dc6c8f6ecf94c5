/** A finding of the doctor. */
export interface Finding {
  /** The subject: `clock`, `connection 3`. */
  subject: string
  /** `wrong` requires action now; a warning will become wrong one day, or is intentional. */
  state: 'well' | 'warning' | 'wrong'
  sentence: string
  /** The cure. */
  advice?: string
}
