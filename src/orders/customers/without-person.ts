const personal = /^(customer_name|customer_phone|customer_email|payer_name|name|phone|address|note|seller_note)$/

/** Returns a stored JSON text, in the API's names of fields, without the texts that identify a customer. */
export function withoutPerson(stored: string): string {
  const blank = (key: string, value: unknown) => (personal.test(key) && typeof value === 'string' ? '' : value)
  return JSON.stringify(JSON.parse(stored, blank))
}
