/** Why the tables of the counter stay out of archives. */
export const counterLeftOut = {
  cashier: 'a name and a PIN for the devices there: added anew',
  counter_rules: 'what cashiers there may do: said anew',
  counter_return: 'cash out of a drawer there',
  counter_sale: 'at which device an order was sold; the order itself says that it was paid in cash',
  device: 'a phone or tablet that opens pages of the other address: paired anew',
  pin_guess: 'work under way, which ends where it began',
  shift: 'the cash that was counted at the devices there',
}
