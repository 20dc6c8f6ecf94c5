/** A name under which merchants know where their money arrives, with initial values for its connector's form. */
export interface Door {
  /** Unique among all doors, for addresses. */
  id: string
  name: Record<'id' | 'en', string>
  /** The values of the form that follow from the name; of ticks, the values that are ticked. */
  preset: Record<string, string | readonly string[]>
  /** The field that the merchant's number in a printed code fills in: this door begins with a photo of the code. */
  codeField?: string
}
