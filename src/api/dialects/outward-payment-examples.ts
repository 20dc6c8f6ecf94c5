/** An invented payment that is waiting for its money. */
export const createdExample = {
  invoice_id: 'INV-1S7R9XW2M4T6VDKQ0PZF',
  amount: 15_000,
  unique_code: 17,
  final_amount: 15_017,
  status: 'pending',
  description: 'Kopi susu',
  customer_name: 'Budi',
  payment_url: 'https://warung.example/pay?invoice=INV-1S7R9XW2M4T6VDKQ0PZF',
  created_at: '2026-11-21 14:20:00',
  paid_at: null,
  has_file: false,
  file_id: null,
  payment_method: 'qris',
  paid_via: null,
  refunded_at: null,
  refunded_amount: null,
  refunds: [],
  reference: 'table-7',
  metadata: { table: '7' },
}

/** An invented full refund of the payment. */
export const refundExample = {
  refund_id: '5a0f3b9e-7c1d-4e0a-9b52-3d1c7f6e8a90',
  amount: 15_017,
  status: 'succeeded',
  by_provider: false,
  reason: 'The cup was broken',
  returned_at: '2026-11-21 16:40:12',
  created_at: '2026-11-21 16:40:12',
  restocked: false,
}

/** The example payment once it is paid. */
export const paidExample = { ...createdExample, status: 'paid', paid_at: '2026-11-21 14:21:35', paid_via: 'qris' }
