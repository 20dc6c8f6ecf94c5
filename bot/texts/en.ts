import { refusalTexts } from '../../src/lib/refusals/refusal-texts.ts'
import type { id } from './id.ts'

type Texts = typeof id

/** Every sentence of the bot in English. */
export const en: Texts = {
  unknownButton: 'This button has expired. Open /start',
  unknownCommand: 'I don’t know that command. Open /start',
  formClosed: 'That form was closed by an update. Please start that step again.',
  refusals: refusalTexts.en.inChats,
  formLeft: 'That form was closed and nothing was saved. You can start it again any time.',
  cancelled: 'All right, cancelled.',
  nothingToCancel: 'There’s nothing to cancel.',
  broken: reference => `Sorry, something went wrong on our side. Please try again in a moment. Code: ${reference}`,

  menu: '🏠 Menu',
  back: '⬅️ Back',
  page: (page, pageCount) => `${page}/${pageCount}`,
  testMode: '🧪 Test mode: no real money.',

  welcome: 'Welcome! Pick an option below, or type what you’re looking for.',
  shopEmpty: 'This shop has nothing for sale yet. Please come back later.',
  products: '🛍️ Products',
  search: '🔎 Search',
  cart: units => (units > 0 ? `🛒 Cart (${units})` : '🛒 Cart'),
  myOrders: '📦 My orders',
  help: '❓ Help',
  otherLanguage: '🌐 Bahasa Indonesia',
  languageChosen: 'Got it, English from now on.',
  chooseLanguage: 'Choose a language:',

  allProducts: 'All products',
  chooseProduct: 'Choose a product:',
  chooseCategory: 'Choose a category:',
  categoryEmpty: 'There are no products here yet.',
  category: (name, count) => `${name} (${count})`,
  priceFrom: price => `from ${price}`,
  soldOut: 'Sold out',
  available: count => (count <= 5 ? `${count} left` : `${count} available`),
  alwaysAvailable: 'Available',
  searchAsk: 'Type what you’re looking for.',
  searchHits: text => `Results for “${text}”:`,
  searchNothing: text => `Nothing matches “${text}”. Try another word, or send it to the seller.`,

  productGone: 'This product is no longer for sale.',
  chooseVariant: 'Choose an option:',
  addToCart: '🛒 Add to cart',
  inCart: (name, quantity) => `Added to cart: ${name} × ${quantity}`,
  buyNow: '⚡ Buy now',
  share: '↗️ Share',
  subtotal: 'Subtotal',
  digitalByHand: '🤝 Sent by the seller in this chat',
  kinds: { physical: '📦 Shipped to you', service: '🤝 Service', digital: '⚡ Delivered instantly in this chat' },

  cartTitle: 'Cart',
  cartEmpty: 'Your cart is empty.',
  cartProblem: 'Some items can’t be ordered. Change the quantity or remove them first.',
  cartProblems: {
    inactive: 'no longer for sale',
    sold_out: 'sold out',
    too_many: left => `${left} left`,
  },
  total: 'Total',
  removeLine: '🗑️',
  emptyCart: '🗑️ Empty',
  cartFull: lines => `Your cart can hold up to ${lines} different items.`,
  checkout: total => `✅ Order ${total}`,
  keepShopping: '🛍️ Keep shopping',
  amountTooSmall: minimum => `The minimum order is ${minimum}.`,

  askPhone: '📱 What’s the best phone number to reach you? Press the button below or type it.',
  sharePhone: '📱 Send my phone number',
  cancelStep: '/cancel',
  phoneWrong: 'That doesn’t look like a phone number. Example: 0812-3456-7890',
  phoneNotYours: 'That’s someone else’s contact. Please send your own number.',
  phoneThanks: phone => `Phone: ${phone}`,
  askAddress:
    '🏠 Where should we send it? Type the full address (street, number, city, postal code), or share a location ' +
    'with 📎.',
  addressWrong: {
    unusable: 'A courier can’t find that address. Type street, number, city, postcode, or send a location with 📎.',
    numberless:
      'That address has no number yet. Type the house number, RT/RW or postcode. There is none? Send the address ' +
      'once more.',
  },
  useAddress: 'Use this address',
  addressKnown: address =>
    `🏠 Send it to this address?\n\n${address}\n\nOr type a different one, or share a location with 📎.`,
  askNote: '📝 The seller needs a note for this order, such as colour, size, account ID or time. Type it here.',
  tooLong: max => `That’s too long. The limit is ${max} characters.`,
  textPlease: 'Type your answer, or /cancel.',

  askAnyNote: '📝 Type your note for the seller, such as “no sugar”. Changed your mind? /cancel',
  addNote: '📝 Add a note',
  changeNote: '📝 Change note',
  changeAddress: '🏠 Change address',
  changePhone: '📱 Change phone',

  orderAgain: '🔁 Order again',
  talk: {
    textOnly: 'Please send text or a photo. Changed your mind? /cancel',
    unread: 'Sorry, we can’t read that one here. Want to ask the seller? Press the button below.',
    sticker: 'Nice sticker! 😄 What are you looking for? Type a product name, or pick an option below.',
    voice:
      'Sorry, we can’t listen to voice messages here. Please type instead, or ask the seller using the button below.',
    phoneKept: 'Your phone number is saved for your next order.',
    addressKept: 'Your location is saved as the delivery address for your next order.',
    understood: {
      thanks: 'You’re welcome! Happy to help.',
      fine: 'Great! Looking for anything else? Type a product name, or pick an option below.',
      greeting: 'Hi! What are you looking for? Type a product name, or pick an option below.',
      stock: 'Price and stock are shown on each product page. Which product are you looking for? Type its name.',
      how: 'It’s easy: choose a product, press “Buy now”, then “Pay”. Help has every step.',
      phone: 'That looks like a phone number. We’ve saved it for your next order.',
      address: 'That looks like an address. We’ve saved it as the delivery address for your next order.',
    },
  },

  customerOrder: 'Order',
  note: 'Note',
  phone: 'Phone',
  address: 'Address',
  stockHeld: time =>
    `⏳ Reserved for you until ${time}. Once you press Pay, it stays reserved for as long as the invoice is valid.`,
  stockNotHeld: 'Your items are no longer reserved. Pay now to reserve them again.',
  uniqueCodeAhead:
    'The total may include a unique code of a few hundred rupiah, so that we can recognise your payment instantly.',
  pay: amount => `✅ Pay ${amount}`,
  payWith: method => `👛 Pay by ${method}`,
  cancelOrder: '✖️ Cancel',
  preparingTransfer: '⏳ Preparing the transfer details… They’ll be here in a moment.',
  transferBelow: 'The transfer details are in this chat.',
  noMore: max => `The most you can order is ${max}.`,
  preparingCode: '⏳ Preparing your QR… It’ll be here in a moment.',
  codeBelow: 'The QR is in this chat.',
  amountDue: 'Total to pay',
  uniqueCode: code => `(including unique code ${code})`,
  withFee: fee => `(including a fee of ${fee})`,
  discountCode: code => `(after unique code discount ${code})`,
  payBefore: 'Pay before',
  timeLeft: minutes => `${minutes} minutes left`,
  scanHow: 'Scan it with another phone, or save the picture and choose “from gallery” in your bank or e-wallet app.',
  otherWays: names => `You can also pay by ${names}: choose on the payment page.`,
  transferHow: 'Transfer exactly this amount to the number below, once. Do not round it.',
  transferTo: 'Transfer to',
  walletName: 'E-wallet',
  recipient: 'Recipient',
  checkNow: '🔄 Paid? Check status',
  openPage: '🌐 Payment page',
  copyAmount: '📋 Copy amount',
  copyNumber: '📋 Copy number',
  notPaidYet: 'We haven’t received your payment yet. It usually takes 5-60 seconds.',
  codeNotReady: 'Your QR is being prepared. One moment, please.',
  codeSlow: '⏳ Your QR isn’t ready: the bank is slow. It appears here once it is, or cancel and try again later.',
  alreadyPaid: 'Already paid. Thank you!',
  codeExpired: 'This QR has expired. Don’t pay it.',
  overdue: 'Time is up. Please don’t pay any more. If you already have, we’re still checking.',
  newCode: '🔄 Get a new QR',
  askNewCode: 'This QR has expired. Don’t pay it. Would you like a new one?',
  codeFailed: 'We couldn’t create the QR just now. You haven’t been charged. Try again?',
  codeClosed: 'This invoice is closed. Don’t pay it.',
  codeCancelled: 'This invoice was cancelled. Don’t pay it.',
  transferWords: {
    codeNotReady: 'The transfer details are being prepared. One moment, please.',
    codeSlow:
      '⏳ The transfer details aren’t ready: the provider is slow. They appear here once they are, or cancel and try ' +
      'again later.',
    codeExpired: 'This invoice has expired. Please don’t transfer any more.',
    newCode: '🔄 Get a new invoice',
    askNewCode: 'This invoice has expired. Please don’t transfer any more. Would you like a new one?',
    codeFailed: 'We couldn’t create the invoice just now. You haven’t been charged. Try again?',
  },
  askCancel: order => `Cancel order ${order}?`,
  invoiceGoesToo: 'The invoice will be cancelled too, so please don’t pay it.',
  yesCancel: '✖️ Yes, cancel',
  noKeep: '⬅️ Keep it',

  paidTitle: '✅ PAID',
  paidCaption: amount => `Your payment of ${amount} has arrived. Thank you!`,
  expiredTitle: '⌛ Expired',
  cancelledTitle: '✖️ Cancelled',

  orderUnknown: 'Order not found.',
  ordersTitle: 'My orders',
  ordersEmpty: 'You haven’t ordered anything here yet.',
  statuses: {
    pending: '🕐 Not paid',
    waiting_payment: '⏳ Waiting for payment',
    paid: '✅ Paid',
    processing: '📦 Being prepared',
    shipped: '🚚 On its way',
    completed: '🎉 Completed',
    cancelled: '✖️ Cancelled',
  },
  statusIcons: {
    pending: '🕐',
    waiting_payment: '⏳',
    paid: '✅',
    processing: '📦',
    shipped: '🚚',
    completed: '🎉',
    cancelled: '✖️',
  },
  cancelledBy: {
    customer: 'You cancelled this order.',
    merchant: 'Cancelled by the seller.',
    unpaid: 'Cancelled because it wasn’t paid within 24 hours.',
  },
  refundDue: 'The seller will refund you.',
  orderedAt: 'Ordered',
  paidAt: 'Paid',
  goodsAgain: '🎁 View my items',
  receipt: '🧾 Receipt',
  orderDetail: '📦 View order',

  receiptTitle: 'Receipt',
  shop: 'Shop',
  invoice: 'Invoice',
  uniqueCodeLine: 'Unique code',
  feeLine: 'Fee',
  totalPaid: 'Total paid',
  method: 'Method',
  reference: 'Reference',
  receiptCheck: 'Check this receipt',
  keepThis: 'Keep this message. Need help? Open /paysupport',
  noReceipt: 'You’ll get a receipt once the order is paid.',

  goodsTitle: '🎁 Here is your order. Thank you!',
  goodsAgainTitle: '🎁 Items in your order',
  goodsNone: 'There’s nothing to open in this order yet.',
  tapToCopy: 'Tap to copy.',
  copyKey: number => `📋 Copy ${number}`,
  goodsInFile: count => `${count} lines, all in this file.`,
  openLink: '🔗 Open',
  goodsByHand: 'The seller will send this.',
  contentFileName: name => `${name}-content.txt`,

  processingTitle: '✅ Payment received',
  inHandTitle: '📦 Being prepared',
  processingText: 'The seller is preparing your order. We’ll let you know here when it’s ready.',
  unitsAsked: 'Your item is on its way from the seller and will be here in a moment.',
  shortText:
    'Sorry, it sold out just as you paid. The seller has been notified and will either send it later or refund you.',
  completedText: order => `🎉 Order ${order} is completed. Thank you for shopping!`,
  cancelledText: order => `✖️ Order ${order} was cancelled.`,
  inReview: {
    late: amount =>
      `We received ${amount} after the time to pay was over. Your money is safe: the seller has been notified and ` +
      'will follow up.',
    closed: amount =>
      `We received ${amount} for an invoice that was closed. Your money is safe: the seller has been notified and ` +
      'will follow up.',
    cancelled: amount =>
      `We received ${amount} for an order that was cancelled. Your money is safe: the seller has been notified and ` +
      'will refund you.',
    paid_twice: amount =>
      `We received another ${amount} for an order that was already paid. Your money is safe: the seller has been ` +
      'notified and will refund you.',
    unmatched: amount =>
      `We received ${amount}, which doesn’t match the invoice. Your order is on hold and the seller has been notified.`,
    early: amount =>
      `We received ${amount} before this order was placed. Your money is safe: the seller has been notified and is ` +
      'looking into it.',
    inexact: amount =>
      `We received ${amount}, which doesn’t match the invoice. Your money is safe: the seller has been notified and ` +
      'will follow up.',
    ambiguous: amount => `We received ${amount}. Your money is safe: the seller is checking which order it was for.`,
    unproved: amount => `We’ve been told that ${amount} came in. The seller is confirming it.`,
  },

  helpPaying: {
    code: 'Scan the QR, or save the picture and choose “from gallery” in your bank or e-wallet app.',
    transfer: 'Transfer exactly the amount shown to the e-wallet number in this chat, once.',
    either:
      'Scan the QR (or save the picture and choose “from gallery”), or transfer exactly the amount shown if you ' +
      'chose an e-wallet.',
  },
  helpText: (shop, paying) => [
    `❓ How to shop at ${shop}`,
    '1. Pick a product in /products, or type its name.',
    '2. Press “Buy now”, then “Pay”.',
    `3. ${paying}`,
    '4. Digital items arrive in this chat right away; we’ll keep you posted here about the rest.',
    'You can reopen items and receipts in /orders. Payment problem? /paysupport',
  ],
  noProof:
    'No need to send proof of payment: we recognise it automatically, usually within 5-60 seconds. Check the status ' +
    'in /orders.',
  paysupportText: shop =>
    `💬 Payment problem at ${shop}\n\nOpen your order in /orders and press “Check status”. If you paid more than 10 ` +
    'minutes ago and it still isn’t showing, contact the seller with your order number and proof of payment. Late ' +
    `or duplicate payments are always recorded and never lost.\n\nTelegram support can’t help with purchases in ` +
    'this shop. Never share your PIN or one-time codes with anyone.',
  termsText: shop =>
    `📄 Terms\n\nThe seller is ${shop}; this bot only passes on your order and payment. An order is confirmed once ` +
    'its payment has arrived. Digital items that have been opened can’t be returned unless they’re faulty. Unpaid ' +
    'orders are cancelled automatically.',
  privacyText: (shop, deletion) =>
    `🔒 Privacy\n\nWhat we keep: your Telegram name, your orders, and what you tell us (phone, address, notes). ` +
    `Only ${shop} can see it, to handle your orders. ${deletion ?? 'Want it deleted? Contact the seller.'}`,

  about: {
    description: shop =>
      `Shop at ${shop} right here in the chat: pick what you like, pay from your phone and follow your order. ` +
      `Digital items arrive as soon as they’re paid for.\n\nPress START to look around.`,
    short: shop => `${shop} on Telegram. Browse, pay and follow your orders in one chat.`,
  },

  commands: {
    start: 'Open store',
    produk: 'Products',
    cari: 'Search',
    keranjang: 'Cart',
    pesanan: 'My orders',
    favorit: 'Saved products',
    bahasa: 'Language',
    bantuan: 'Help',
    batal: 'Cancel this step',
    stop: 'Stop promotions',
    paysupport: 'Payment problem',
    terms: 'Terms',
    privacy: 'Privacy',
  },

  codeFor: {
    sign_in: '🔐 Sign-in code',
    reset: '🔐 Code for a new password',
    prove: '🔐 Code to confirm that it’s you',
  },
  codeHint: minutes =>
    `Valid for ${minutes} minutes. Don’t share it with anyone. Didn’t ask for it? Change your password.`,

  signedIn: {
    title: '🔐 New sign-in to your account',
    browser: 'Device',
    address: 'IP address',
    time: 'Time',
    hint: 'If this was you, there’s nothing to do. If not, sign that device out now and change your password.',
    signOut: '🚪 Not me, sign it out',
    signedOut: 'That device is signed out. Change your password right away.',
    gone: 'That device is no longer signed in.',
  },

  merchant: {
    methods: {
      qris: 'QRIS',
      qris_platform: 'QRIS',
      qris_user: 'bank QRIS',
      wallet_qris: 'e-wallet QRIS',
      wallet_direct: 'E-wallet',
    },
    about: {
      description: name =>
        `${name} keeps shop owners posted: new orders, payments, messages from customers and sign-in ` +
        `codes.\n\nConnect this chat with the link under “Bots and chats” in the dashboard.`,
      short: name => `${name} for shop owners: orders, payments and sign-in codes.`,
    },
    commands: {
      start: 'Shop home: today’s figures and all tools',
      pesanan: 'Orders',
      stok: 'Products, prices and stock',
      aturan: 'Opening hours, holidays, delivery, contact',
      ulasan: 'Customer reviews',
      uang: 'Money to review',
      rekening: 'Accounts and providers for your money',
      kabar: 'Choose your notifications',
      bantuan: 'Help',
      bahasa: 'Language',
    },
    keyCreated: '🔑 A new API key was created',
    keyCreatedHint: 'Wasn’t this someone on your team? Revoke it in the dashboard, under API keys.',
    addressChanged: '📮 The callback address was changed',
    addressNone: 'No address is set, so no callbacks are sent.',
    addressChangedHint: 'Wasn’t this someone on your team? Check it in the dashboard, under Callbacks.',
    actor: 'By',
    linked: account => `✅ This chat is now linked to ${account}. You’ll get order and payment updates here.`,
    linkDead: 'That link has expired or was already used. Please ask for a new one.',
    accounts: names => `This chat is linked to: ${names}. You’ll get order and payment updates here.`,
    noAccount:
      'This chat isn’t linked to a shop yet. Open “Bots and chats” in the dashboard and use the link there to ' +
      'connect it.',
    helpText:
      'You’ll hear about new orders, payments and problems here. Press “Complete” once you’ve handed over the ' +
      'goods, or “Cancel” to cancel the order. The customer is notified either way.',
    unclear:
      'I only understand commands and buttons here: try /orders for orders, /stock for products, or /help for help. ' +
      'Answering a customer? Reply to their message, or press “Reply” under it.',
    test: '🧪 TEST',
    orderNew: '🆕 New order',
    guestsWaiting: (count, total) =>
      `🧾 ${count} ${count === 1 ? 'order' : 'orders'} from your shop’s page not paid yet, ${total} in all. ` +
      'You’ll hear about each once it is paid.',
    orderPaid: '💰 Order paid',
    orderPaidLate: '💰 Order paid (late)',
    orderShort: '⚠️ Paid, but sold out',
    orderCancelled: '✖️ Order cancelled',
    orderCard: '📦 Order',
    delivered: 'Delivered to the customer automatically.',
    asked: 'Your server is being asked for the goods; they’re delivered automatically.',
    unitsFailed: '⚠️ Paid, but your server didn’t hand out the goods',
    unitsError: error => `The server: ${error}.`,
    needsHands: 'Prepare the goods, then press “Complete”.',
    shortHint: 'Deliver the goods another way and press “Complete”, or press “Cancel” and refund the customer.',
    customer: 'Customer',
    complete: '✅ Complete',
    takeInHand: '🛠 Start on it',
    inHand: 'In progress. The customer has been notified.',
    cancel: '✖️ Cancel',
    askCancel: order => `Cancel order ${order}? The customer will be notified.`,
    askCancelPaid: order =>
      `Cancel order ${order}? It has been paid, so you’ll need to refund the customer. They will be notified.`,
    yesCancel: '✖️ Yes, cancel',
    keep: '⬅️ Keep it',
    completed: 'Completed. The customer has been notified.',
    cancelledBy: {
      customer: 'Cancelled by the customer.',
      merchant: 'Cancelled by the seller.',
      unpaid: 'Not paid within 24 hours.',
    },
    refundDue: '⚠️ This order was paid: please refund the customer.',
    paymentPaid: '💰 Payment received',
    paymentPaidLate: '💰 Payment received (late)',
    moneyTitle: {
      unmatched: '⚠️ Money without an invoice',
      early: '⚠️ Money that arrived before its invoice',
      inexact: '⚠️ Money that doesn’t match the amount due',
      ambiguous: '⚠️ Money that fits several invoices',
      late: '⚠️ Money that arrived late',
      cancelled: '⚠️ Money for a cancelled invoice',
      paid_twice: '⚠️ Paid twice',
      unproved: '⚠️ Money to confirm',
    },
    moneyHint: {
      unmatched: 'It matches no invoice. Review it in the dashboard.',
      early:
        'An invoice has this amount, but it was created after the money came in. Check first, then accept or refund ' +
        'it.',
      inexact: 'The amount doesn’t match the invoice. Accept it if it was meant for it, or refund it.',
      ambiguous: 'The amount is close to several invoices. Choose the right one in the dashboard.',
      late: 'The invoice had expired. Accept the money or refund it.',
      cancelled: 'The invoice had been cancelled. Please refund the money.',
      paid_twice: 'The invoice had already been paid. Please refund the extra payment.',
      unproved: 'Reported by an unsigned source, or above its limit. Check your account, then accept it.',
    },
    amount: 'Amount',
    payer: 'Payer',
    time: 'Time',
    description: 'For',
    callbackExhausted: '⚠️ A callback keeps failing',
    callbackHint: 'We’ve stopped trying. Check the address; the payment status is still available through the API.',
    endpointFailing: '⚠️ Callbacks to this address keep failing',
    endpointFailingHint: since =>
      `It has been failing since ${since}. We keep trying; after five days new callbacks are kept but not sent. ` +
      'Check the address and its server.',
    endpointDisabled: '⚠️ Callbacks to this address are paused',
    endpointDisabledHint: since =>
      `It has been failing since ${since}. New callbacks are kept but not sent: fix the address, switch it back on, ` +
      'then resend them.',
    endpointOff: '⚠️ An endpoint was switched off',
    endpointOffHint: since =>
      `Nothing has arrived since ${since}. What waits for it is kept. Fix the address, then switch it on again on ` +
      'the page Endpoints.',
    endpointGoneHint:
      'Its receiver refused for good: the bot was removed from that chat, the webhook was deleted, or the server ' +
      'answered 410. What waits for it is kept. Once it is mended, switch it on again on the page Endpoints.',
    endpointBehindHint:
      'More than 50,000 events are waiting for it, because it takes them more slowly than they happen. What waits is ' +
      'kept. Make its server faster or choose fewer events, then switch it on again on the page Endpoints.',
    errorLabel: 'Error',
    connectionFailing: '⚠️ A payment connection is not working',
    connectionHint: 'Payments through it stay pending.',
    connectionFlooded: '⚠️ Too many notifications that are not recognised',
    connectionFloodedHint: perHour =>
      `Your phone forwards more than ${perHour} notifications an hour that are not recognised. The rest are stored ` +
      'without their words: only app, amount and time. Check which apps it forwards, then open the connection’s page.',
    planEnding: {
      trial: '⏳ Your trial ends soon',
      paid: '⏳ Your subscription ends soon',
      premium: '⏳ Your premium subscription ends soon',
    },
    planEndsAt: moment => `It ends on ${moment}.`,
    planEndingHint:
      'After that you can’t create new invoices. Invoices that are already open can still be paid. Contact the ' +
      'operator to renew.',
    connectionRecovered: '✅ A payment connection is working again',
    botRevoked: username =>
      `⚠️ Telegram rejected the token of @${username}, so the bot has stopped. Get a new token from BotFather and ` +
      'add it again.',
    customerBlocked: (customer, order) =>
      `⚠️ ${customer} has blocked the bot, so updates about order ${order} haven’t been delivered. They’ll be sent ` +
      'automatically if the customer comes back.',
  },
}
