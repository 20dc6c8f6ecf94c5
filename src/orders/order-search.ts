/** The text that a search of orders looks through, as the index of trigrams has it. */
export const searchedOrder =
  "(order_number || chr(31) || customer_name || chr(31) || coalesce(customer_phone, '') || chr(31) ||" +
  `
  coalesce(customer_phone_digits, ''))`
