/** The calls of the SDKs, and names for the types that are unnamed in the document. */
interface Call {
  /** The type of its fields; unset if its method takes only an id. */
  params?: string
  /** The field that a method takes as its first argument. */
  id?: string
  /** The name of an answer that is not a component of the document. */
  answer?: string
  /** The field of the answer that is returned; `data` by default. */
  returns?: 'whole' | 'order'
}

export const surface: Record<string, Call> = {
  createPayment: { params: 'CreatePaymentParams' },
  checkPayment: { answer: 'PaymentStatus', returns: 'whole' },
  listPayments: { params: 'ListPaymentsParams' },
  cancelPayment: { answer: 'PaymentStatus', returns: 'whole' },
  explainPayment: { answer: 'PaymentExplanation' },
  simulatePayment: { params: 'SimulatePaymentParams', id: 'invoice' },
  refundPayment: { params: 'RefundPaymentParams', id: 'invoice' },
  noteRefund: {},
  msgstoreOrders: { params: 'ListOrdersParams', id: 'order_number' },
  msgstoreComplete: { params: 'CompleteOrderParams', id: 'order_number', answer: 'CompletedOrder', returns: 'order' },
  msgstoreShip: { params: 'ShipOrderParams', id: 'order_number', answer: 'ShippedOrder', returns: 'order' },
  listStock: { params: 'ListStockParams' },
  setStock: { params: 'SetStockParams', id: 'product' },
  createBill: { params: 'CreateBillParams' },
  checkBill: {},
  listBills: { params: 'ListBillsParams' },
  updateBill: { params: 'UpdateBillParams', id: 'bill' },
  closeBill: {},
  listTransfers: { params: 'ListTransfersParams' },
  reviewTransfer: { params: 'ReviewTransferParams', id: 'transfer_id' },
  events: { params: 'ListEventsParams' },
  qrisConvert: { params: 'ConvertQrisParams' },
  postQrisInfo: { params: 'ReadQrisParams' },
}
