import { type OnlineIndex, OnlineMigration } from './online-migration.ts'

/** The indexes of the search by names, amounts and numbers. */
export class Migration20261127113029_index_searched_keys extends OnlineMigration {
  override indexes(): OnlineIndex[] {
    return [
      {
        name: 'customer_of_name',
        table: 'customer',
        on: '(account_id, lower(name) text_pattern_ops)',
      },
      {
        name: 'customer_of_phone',
        table: 'customer',
        on: '(account_id, reverse(phone_digits) text_pattern_ops) where phone_digits is not null',
      },
      {
        name: 'store_order_of_ending',
        table: 'store_order',
        on: '(account_id, mode, right(order_number, 6), created_at, id)',
      },
      {
        name: 'store_order_of_name',
        table: 'store_order',
        on: '(account_id, mode, lower(customer_name) text_pattern_ops)',
      },
      {
        name: 'store_order_of_phone',
        table: 'store_order',
        on:
          '(account_id, mode, reverse(customer_phone_digits) text_pattern_ops) ' +
          'where customer_phone_digits is not null',
      },
      {
        name: 'payment_of_amount',
        table: 'payment',
        on: '("account_id", "mode", "final_amount", "created_at", "invoice_id")',
      },
      {
        name: 'payment_of_ending',
        table: 'payment',
        on: '(account_id, mode, right(invoice_id, 6), created_at, invoice_id)',
      },
      {
        name: 'payment_of_reff_num',
        table: 'payment',
        on: '(account_id, mode, paid_reff_num text_pattern_ops) where paid_reff_num is not null',
      },
      {
        name: 'payment_of_payer',
        table: 'payment',
        on: '(account_id, mode, lower(payer_name) text_pattern_ops) where payer_name is not null',
      },
    ]
  }
}
