import { cancelPaymentEndpoint } from './cancel-payment.ts'
import { checkPaymentEndpoint } from './check-payment.ts'
import { createPaymentEndpoint } from './create-payment.ts'
import type { Endpoint } from './endpoint.ts'
import { eventsEndpoint } from './events.ts'
import { explainPaymentEndpoint } from './explain-payment.ts'
import { getAccountStatusEndpoint } from './get-account-status.ts'
import { getBalanceEndpoint } from './get-balance.ts'
import { getPaymentMethodsEndpoint } from './get-payment-methods.ts'
import { getStatisticsEndpoint } from './get-statistics.ts'
import { listContentsEndpoint } from './list-contents.ts'
import { listFilesEndpoint } from './list-files.ts'
import { listImagesEndpoint } from './list-images.ts'
import { listMovementsEndpoint } from './list-movements.ts'
import { listPaymentsEndpoint } from './list-payments.ts'
import { listStockEndpoint } from './list-stock.ts'
import { listTransfersEndpoint } from './list-transfers.ts'
import { listWithdrawalsEndpoint } from './list-withdrawals.ts'
import { msgstoreCompleteEndpoint } from './msgstore-complete.ts'
import { msgstoreOrdersEndpoint } from './msgstore-orders.ts'
import { msgstoreShipEndpoint } from './msgstore-ship.ts'
import { noteRefundEndpoint } from './note-refund.ts'
import { qrisConvertEndpoint } from './qris-convert.ts'
import { qrisInfoEndpoint, qrisInfoFromPictureEndpoint } from './qris-info.ts'
import { reconciliationEndpoint } from './reconciliation.ts'
import { redeliverEndpoint } from './redeliver.ts'
import { requestWithdrawalEndpoint } from './request-withdrawal.ts'
import { reviewTransferEndpoint } from './review-transfer.ts'
import { setStockEndpoint } from './set-stock.ts'
import { simulatePaymentEndpoint } from './simulate-payment.ts'
import { testCallbackEndpoint } from './test-callback.ts'
import { uploadContentEndpoint } from './upload-content.ts'
import { uploadFileEndpoint } from './upload-file.ts'
import { uploadImageEndpoint } from './upload-image.ts'

/** An endpoint of a module, and the path after which the documents list it. */
export type ModuleEndpoint = Endpoint & { after: string | undefined }

/** Returns the core's endpoints, with each module's endpoints inserted after the path that it names. */
export function mergeEndpoints(added: readonly ModuleEndpoint[]): Endpoint[] {
  const all = [...endpoints]
  for (const endpoint of added) {
    const index = all.findLastIndex(({ path }) => path === endpoint.after)
    all.splice(index === -1 ? all.length : index + 1, 0, endpoint)
  }
  return all
}

/** Every endpoint of the core, one file each, named as its path. */
const endpoints: readonly Endpoint[] = [
  createPaymentEndpoint,
  checkPaymentEndpoint,
  explainPaymentEndpoint,
  listPaymentsEndpoint,
  cancelPaymentEndpoint,
  listTransfersEndpoint,
  reviewTransferEndpoint,
  getPaymentMethodsEndpoint,
  getAccountStatusEndpoint,
  getStatisticsEndpoint,
  listFilesEndpoint,
  listContentsEndpoint,
  listImagesEndpoint,
  uploadFileEndpoint,
  uploadContentEndpoint,
  uploadImageEndpoint,
  qrisConvertEndpoint,
  qrisInfoEndpoint,
  qrisInfoFromPictureEndpoint,
  msgstoreOrdersEndpoint,
  msgstoreCompleteEndpoint,
  msgstoreShipEndpoint,
  listStockEndpoint,
  setStockEndpoint,
  simulatePaymentEndpoint,
  eventsEndpoint,
  redeliverEndpoint,
  testCallbackEndpoint,
  getBalanceEndpoint,
  listMovementsEndpoint,
  reconciliationEndpoint,
  noteRefundEndpoint,
  listWithdrawalsEndpoint,
  requestWithdrawalEndpoint,
]
