/** A finding of the doctor. */
export interface Finding {
  /** The subject, such as `clock` or `connection 3`. */
  subject: string
  /** `wrong` requires action now; a `warning` may become wrong later, or is intentional. */
  state: 'well' | 'warning' | 'wrong'
  sentence: string
  /** The recommended action. */
  advice?: string
}
