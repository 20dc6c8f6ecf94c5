/** The searched text of an order, identical to the expression of the trigram index. */
export const searchedOrderSql =
  "(order_number || chr(31) || customer_name || chr(31) || coalesce(customer_phone, '') || chr(31) ||" +
  `
  coalesce(customer_phone_digits, ''))`
