/** A name under which merchants know where their money arrives, with initial values for its connector's form. */
export interface Door {
  /** Its id in addresses, unique among all doors. */
  id: string
  name: Record<'id' | 'en', string>
  /** The form values that follow from the name; for checkboxes, the checked values. */
  preset: Record<string, string | readonly string[]>
  /**
   * The field that is filled with the merchant's number from a printed code; such a door begins with a photo of the
   * code.
   */
  codeField?: string
}
