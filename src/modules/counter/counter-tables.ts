/** The reasons why the counter's tables are not archived. */
export const counterExcludedTables = {
  cashier: 'a name and a PIN for the devices there: added anew',
  counter_rules: 'what cashiers there may do: said anew',
  counter_return: 'cash out of a drawer there',
  counter_sale: 'at which device an order was sold; the order itself says that it was paid in cash',
  counter_bill: 'what tables there have not paid yet: work under way',
  device: 'a phone or tablet that opens pages of the other address: paired anew',
  kitchen_station: 'where the goods are prepared there: said anew',
  kitchen_ticket: 'paper for a printer there, which ends where it began',
  offline_sale: 'what a device there sold without a network; a booked one is an order',
  pin_guess: 'work under way, which ends where it began',
  shift: 'the cash that was counted at the devices there',
}
