import { balancePage } from './dashboard/balance/balance.ts'
import { movementsCsv } from './dashboard/balance/movements-csv.ts'
import { reconciliationCsv } from './dashboard/balance/reconciliation-csv.ts'
import { botsPage } from './dashboard/bots/bots.ts'
import { callbacksPage } from './dashboard/callbacks/callbacks.ts'
import { webhookSecretPage } from './dashboard/callbacks/webhook-secret.ts'
import { catalogPage } from './dashboard/catalog/catalog.ts'
import { catalogManyPage } from './dashboard/catalog/catalog-many.ts'
import { catalogNewPage } from './dashboard/catalog/catalog-new.ts'
import { catalogOrderPage } from './dashboard/catalog/catalog-order.ts'
import { catalogProductPage } from './dashboard/catalog/catalog-product.ts'
import { productOptionsPage } from './dashboard/catalog/product-options.ts'
import { connectPage } from './dashboard/connections/connect.ts'
import { connectingPage } from './dashboard/connections/connecting.ts'
import { connectionPage } from './dashboard/connections/connection.ts'
import { connectionCodePage } from './dashboard/connections/connection-code.ts'
import { connectionCredentialsPage } from './dashboard/connections/connection-credentials.ts'
import { connectionsPage } from './dashboard/connections/connections.ts'
import { forwarderPage } from './dashboard/connections/forwarder.ts'
import { proofPage } from './dashboard/connections/proof.ts'
import { tracePage } from './dashboard/connections/trace.ts'
import { unreadPage } from './dashboard/connections/unread.ts'
import { customerPage } from './dashboard/customers/customer.ts'
import { customersPage } from './dashboard/customers/customers.ts'
import { customersCsv } from './dashboard/customers/customers-csv.ts'
import { goodsPage } from './dashboard/goods/goods.ts'
import { goLivePage } from './dashboard/guide/go-live.ts'
import { guidePage } from './dashboard/guide/guide.ts'
import { dashboardPage } from './dashboard/home/home.ts'
import { keyLogPage } from './dashboard/keys/key-log.ts'
import { keysPage } from './dashboard/keys/keys.ts'
import { orderPage } from './dashboard/orders/order.ts'
import { ordersPage } from './dashboard/orders/orders.ts'
import { ordersCsv } from './dashboard/orders/orders-csv.ts'
import { newPaymentPage } from './dashboard/payments/new-payment.ts'
import { paymentDetailPage } from './dashboard/payments/payment.ts'
import { paymentsPage } from './dashboard/payments/payments.ts'
import { paymentsCsv } from './dashboard/payments/payments-csv.ts'
import { placePage } from './dashboard/place.ts'
import { profilePage } from './dashboard/profile/profile.ts'
import { orderPapersPage } from './dashboard/queue/order-papers.ts'
import { shipManyPage } from './dashboard/queue/ship-many.ts'
import { reviewPage } from './dashboard/review/review.ts'
import { reviewOnePage } from './dashboard/review/review-one.ts'
import { auditLogPage } from './dashboard/settings/audit-log.ts'
import { settingsPage } from './dashboard/settings/settings.ts'
import { teamPage } from './dashboard/settings/team.ts'
import { shopRulesPages } from './dashboard/shop/rules.ts'
import { operatorAccountPage } from './operator/account.ts'
import { operatorAccountsPage } from './operator/accounts.ts'
import { operatorAuditPage } from './operator/audit.ts'
import { operatorDeadPage } from './operator/dead.ts'
import { operatorPage } from './operator/home.ts'
import { operatorMethodsPage } from './operator/methods.ts'
import { operatorProfilePage } from './operator/profile.ts'
import { operatorCredentialsPage } from './operator/provider-credentials.ts'
import { operatorProviderNewPage } from './operator/provider-new.ts'
import { operatorProvidersPage } from './operator/providers.ts'
import { operatorWithdrawalsPage } from './operator/withdrawals.ts'
import { operatorWorkPage } from './operator/work.ts'
import type { AnyDownload } from './parts/download.ts'
import type { AnyPage } from './parts/page.ts'
import { againPage } from './sign-in/again.ts'
import { confirmEmailPage } from './sign-in/confirm-email.ts'
import { openAccountPage } from './sign-in/open-account.ts'
import { phonePage } from './sign-in/phone.ts'
import { resetCodePage, resetPage } from './sign-in/reset.ts'
import { operatorSecondStepPage, secondStepPage } from './sign-in/second-step.ts'
import { operatorSignInPage, signInPage } from './sign-in/sign-in.ts'
import { operatorSignOutPage, signOutPage } from './sign-in/sign-out.ts'
import { signUpPage } from './sign-in/sign-up.ts'

/** All pages of merchants and operators, one line each. */
export const pages: readonly AnyPage[] = [
  signInPage,
  secondStepPage,
  signOutPage,
  signUpPage,
  phonePage,
  againPage,
  openAccountPage,
  resetPage,
  resetCodePage,
  confirmEmailPage,
  dashboardPage,
  guidePage,
  goLivePage,
  placePage,
  connectionsPage,
  connectPage,
  connectingPage,
  connectionPage,
  connectionCodePage,
  connectionCredentialsPage,
  forwarderPage,
  unreadPage,
  tracePage,
  proofPage,
  paymentsPage,
  paymentDetailPage,
  newPaymentPage,
  reviewPage,
  reviewOnePage,
  balancePage,
  ...shopRulesPages,
  catalogPage,
  catalogNewPage,
  catalogManyPage,
  catalogOrderPage,
  catalogProductPage,
  productOptionsPage,
  ordersPage,
  orderPage,
  orderPapersPage,
  shipManyPage,
  customersPage,
  customerPage,
  profilePage,
  callbacksPage,
  webhookSecretPage,
  keysPage,
  keyLogPage,
  botsPage,
  goodsPage,
  settingsPage,
  teamPage,
  auditLogPage,
  operatorSignInPage,
  operatorSecondStepPage,
  operatorSignOutPage,
  operatorPage,
  operatorAccountsPage,
  operatorAccountPage,
  operatorMethodsPage,
  operatorProvidersPage,
  operatorProviderNewPage,
  operatorCredentialsPage,
  operatorWithdrawalsPage,
  operatorWorkPage,
  operatorDeadPage,
  operatorAuditPage,
  operatorProfilePage,
]

/** All files that the pages offer. */
export const downloads: readonly AnyDownload[] = [paymentsCsv, ordersCsv, customersCsv, movementsCsv, reconciliationCsv]
