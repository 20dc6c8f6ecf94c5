import { confirmArrivalScreen } from './arrived.ts'
import { browseScreen } from './browse.ts'
import { cartScreen } from './cart.ts'
import { checkoutScreen } from './checkout.ts'
import { goodsScreen } from './goods.ts'
import { helpScreen } from './help.ts'
import { homeScreen } from './home.ts'
import { languageScreen } from './language.ts'
import { merchantScreen } from './merchant/merchant.ts'
import { merchantAccountScreen } from './merchant/merchant-account.ts'
import { merchantArrivalScreen } from './merchant/merchant-arrival.ts'
import { merchantConnectionScreen } from './merchant/merchant-connection.ts'
import { merchantDoorsScreen } from './merchant/merchant-doors.ts'
import { merchantGoodsScreen } from './merchant/merchant-goods.ts'
import { merchantHomeScreen } from './merchant/merchant-home.ts'
import { merchantMoneyScreen } from './merchant/merchant-money.ts'
import { merchantNoticesScreen } from './merchant/merchant-notices.ts'
import { merchantOptionsScreen } from './merchant/merchant-options.ts'
import { merchantOrdersScreen } from './merchant/merchant-orders.ts'
import { merchantQrisScreen } from './merchant/merchant-qris.ts'
import { merchantRefundsScreen } from './merchant/merchant-refunds.ts'
import { merchantReviewsScreen } from './merchant/merchant-reviews.ts'
import { merchantRulesScreen } from './merchant/merchant-rules.ts'
import { merchantSearchScreen } from './merchant/merchant-search.ts'
import { merchantShipManyScreen } from './merchant/merchant-ship-many.ts'
import { merchantShippingScreen } from './merchant/merchant-shipping.ts'
import { merchantWizardScreen } from './merchant/merchant-wizard.ts'
import { merchantWordsScreen } from './merchant/merchant-words.ts'
import { optionsScreen } from './options.ts'
import { orderScreen } from './order.ts'
import { orderAgainScreen } from './order-again.ts'
import { orderDetailsScreen } from './order-details.ts'
import { orderWaysScreen } from './order-ways.ts'
import { ordersScreen } from './orders.ts'
import { productScreen } from './product.ts'
import { promoScreen } from './promo.ts'
import { receiptScreen } from './receipt.ts'
import { reviewScreen } from './review.ts'
import type { PlatformScreen, ShopScreen } from './screen.ts'
import { searchScreen } from './search.ts'
import { signInsScreen } from './sign-ins.ts'
import { wishesScreen } from './wishes.ts'

/** The screens of shops' bots, in the order in which they get texts. */
export const shopScreens: ShopScreen[] = [
  homeScreen,
  browseScreen,
  productScreen,
  optionsScreen,
  cartScreen,
  checkoutScreen,
  orderScreen,
  confirmArrivalScreen,
  orderDetailsScreen,
  orderWaysScreen,
  orderAgainScreen,
  ordersScreen,
  goodsScreen,
  receiptScreen,
  wishesScreen,
  reviewScreen,
  promoScreen,
  languageScreen,
  helpScreen,
  searchScreen,
]

/** The screens of the platform bot. */
export const platformScreens: PlatformScreen[] = [
  merchantHomeScreen,
  merchantDoorsScreen,
  merchantConnectionScreen,
  merchantQrisScreen,
  merchantScreen,
  merchantSearchScreen,
  merchantShippingScreen,
  merchantShipManyScreen,
  merchantArrivalScreen,
  merchantOrdersScreen,
  merchantGoodsScreen,
  merchantOptionsScreen,
  merchantRulesScreen,
  merchantAccountScreen,
  merchantNoticesScreen,
  merchantMoneyScreen,
  merchantRefundsScreen,
  merchantReviewsScreen,
  signInsScreen,
  merchantWizardScreen,
  merchantWordsScreen,
]
