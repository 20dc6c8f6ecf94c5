import type { Article, ArticleSlug } from './article.ts'
import { shopManualEn } from './shop-en.ts'

export const manualEn: Record<ArticleSlug, Article> = {
  'open-a-shop': {
    title: 'Open a shop',
    lead: 'From signing up until the first customer can order in a chat. About fifteen minutes.',
    steps: [
      {
        text:
          'Sign up with the name of your shop, then sign in. You begin in *Test* mode: all of its money is play ' +
          'money.',
        link: ['/sign-up', 'Sign up'],
      },
      { text: 'Add what you sell: name, picture, price and stock.', link: ['/dashboard/catalog', 'Catalogue'] },
      {
        text:
          'Create a Telegram bot: open @BotFather, send /newbot, and paste the token that it gives you on this ' +
          'page.',
        link: ['/dashboard/bots', 'Bots and chats'],
      },
      {
        text: 'Link your own Telegram chat, so that news of orders and money reaches your phone.',
        link: ['/dashboard/bots', 'Bots and chats'],
      },
      {
        text: 'Order something from your bot as a customer, and pay with play money. It works? Go on to “First money”.',
      },
    ],
    notes: [
      'Share the t.me link of your bot on WhatsApp, Instagram or as a QR code on a table. Customers need no account.',
    ],
  },
  'first-money': {
    title: 'First money',
    lead: 'Connect your bank account or e-wallet, and prove it with real money.',
    steps: [
      { text: 'Switch to *Live* mode at the top right of the dashboard.', link: ['/dashboard', 'Home'] },
      {
        text:
          'Choose where your money arrives, such as Midtrans, GoPay Merchant or BCA. Paste its key or pair your ' +
          'phone. Customers’ money goes straight there.',
        link: ['/dashboard/connections', 'Connections'],
      },
      {
        text: 'Show a small QRIS, such as Rp 1.000, for yourself.',
        link: ['/dashboard/new-payment', 'Show a QRIS now'],
      },
      { text: 'Pay it from another phone, to the last digit: the last digits tell one invoice from another.' },
      { text: 'The invoice turns to *Paid*, and your chat hears of it. The shop is ready to sell.' },
    ],
    notes: [
      'Money of a method that you connect is in your own account or e-wallet from the moment a customer pays. Only ' +
        'instant QRIS money collects in your balance first, until you withdraw it.',
    ],
  },
  'customer-says-paid': {
    title: 'A customer says he paid',
    lead: 'What to look at when a customer shows a receipt and the invoice is not paid. Do not trust screenshots.',
    steps: [
      {
        text: 'Open the invoice: search for a name, a number or an amount.',
        link: ['/dashboard/payments', 'Payments'],
      },
      {
        text:
          'Read the part *Why isn’t it paid?*: it says where the money is looked for, when that was last done, and ' +
          'what is missing.',
      },
      {
        text: 'Money came with another amount, too late, or twice? It waits for your decision.',
        link: ['/dashboard/review', 'To review'],
      },
      { text: 'Accept it if it is for this invoice, assign it if it is for another, give it back if it is not yours.' },
      {
        text:
          'No money came at all? Have the customer look at the history of their app: to whom, how much, at what ' +
          'time.',
      },
    ],
    notes: ['Hand over goods once the invoice is *Paid* here, not on the customer’s screen.'],
  },
  'money-back': {
    title: 'Money back',
    lead: 'Midtrans and Xendit can send money back. Otherwise you send it, and Warung records it.',
    steps: [
      { text: 'Send the money to the customer from your bank or e-wallet.' },
      {
        text: 'Open the payment and press *Refund*. Balance and reports follow.',
        link: ['/dashboard/payments', 'Payments'],
      },
      {
        text: 'Money that waits for a decision is recorded as returned there.',
        link: ['/dashboard/review', 'To review'],
      },
      {
        text: 'An order that was paid and then cancelled reminds you until its refund is recorded.',
        link: ['/dashboard/orders', 'Orders'],
      },
    ],
    notes: [
      'Only a part? The payment has a page to refund an amount or certain goods, with a reason and stock.',
      'A recorded refund cannot be deleted: send first, then record. A mistake is taken back by a counter-entry.',
    ],
  },
  'closing-time': {
    title: 'Closing time',
    lead: 'Count the day, and close the shop for the night or a holiday.',
    steps: [
      { text: 'Look at what was received today, and what is still pending.', link: ['/dashboard', 'Home'] },
      {
        text: 'Finish the orders that are still to do, or leave them for tomorrow.',
        link: ['/dashboard/orders', 'Orders'],
      },
      {
        text: 'Decide about money that waits, so that tomorrow begins clean.',
        link: ['/dashboard/review', 'To review'],
      },
      {
        text:
          'Close for a day: tap *Close today* under /aturan, *Holidays*, in your chat, or add the day to the shop ' +
          'rules. Outside opening hours the bot says when the shop opens again.',
        link: ['/dashboard/rules', 'Shop rules'],
      },
    ],
    notes: ['A summary of the day is sent to your chat each night.'],
  },
  'new-phone': {
    title: 'A new or lost phone',
    lead: 'You can still sign in, and whoever holds the old phone cannot.',
    steps: [
      {
        text: 'Sign in with your password, then use a passkey, a code of the app, or one of your *backup codes*.',
        link: ['/sign-in', 'Sign in'],
      },
      { text: 'Add a passkey on the new phone.', link: ['/dashboard/profile', 'Profile'] },
      {
        text: 'Remove the passkey of the old phone, and end all other sessions on the same page.',
        link: ['/dashboard/profile', 'Profile'],
      },
      { text: 'Link your Telegram chat again if your number changed.', link: ['/dashboard/profile', 'Profile'] },
      { text: 'Create new *backup codes* and keep them outside the phone: the earlier ones no longer work.' },
    ],
    notes: ['No code at all? The operator of this installation can let you in again after making sure that it is you.'],
  },
  options: {
    title: 'Options with prices',
    lead: 'Size, milk, sugar, ice: customers choose with buttons, and the price follows.',
    steps: [
      { text: 'Open a product in the catalogue and press *Edit options*.', link: ['/dashboard/catalog', 'Catalogue'] },
      {
        text:
          'Add a group, such as Milk, and its choices. Each choice can have a price on top, such as Oat milk + Rp ' +
          '8.000.',
      },
      { text: 'Say how many must be chosen and how many may be. At least 1 makes the group required.' },
      { text: 'Something ran out? Switch the choice off there, or in your chat: /stok, the product, then the choice.' },
      { text: 'The choices stand in the cart, on the order, the receipt, the kitchen slip and in every export.' },
    ],
    notes: [
      'Options have no stock. Where each size is counted by itself, such as beans of 200 and 500 ' +
        'grams, use *variants*.',
    ],
  },
  zones: {
    title: 'Delivery, pickup and tables',
    lead: 'How orders reach their customers, and what that costs.',
    steps: [
      {
        text:
          'Open the shop rules under *Delivery and fees* and tick whether you deliver. The pickup address and the ' +
          'number of tables are under *Pickup and tables*.',
        link: ['/dashboard/rules/delivery', 'Delivery and fees'],
      },
      { text: 'One fee for every address: fill in *Delivery fee*. Free above an amount: *Free delivery from*.' },
      {
        text:
          'Fees by area: add each with its name and fee, such as Menteng Rp 10.000. With its districts and postcodes ' +
          'an address finds its area by itself; for distances use names such as 0–3 km.',
      },
      {
        text:
          'In your chat the same: /aturan, *Delivery & pickup*, *Areas*, then type a name and a fee: ' +
          'Menteng 10.000.',
      },
      { text: 'A product that nobody posts, such as toast, says on its page how it can be received.' },
    ],
    notes: ['As soon as there is one area, you deliver to the areas of the list alone. Others are offered pickup.'],
  },
  menu: {
    title: 'Menu page and table codes',
    lead: 'Your catalogue as a web page, for customers without Telegram.',
    steps: [
      {
        text: 'Give the page a name and switch it on. Its link can be sent, printed and put into a profile.',
        link: ['/dashboard/menu', 'Menu page'],
      },
      {
        text: 'Say in the shop rules how many tables you have.',
        link: ['/dashboard/rules/pickup', 'Pickup and tables'],
      },
      {
        text: 'Print the *table codes*, cut them out and put each on its table.',
        link: ['/dashboard/menu/tables', 'Table codes'],
      },
      { text: 'Customers scan the code, order and pay where they sit. Their table stands on the order.' },
      { text: 'The order is in your queue and your chat like any other; its page rings when you say it is ready.' },
    ],
    notes: ['Unpaid orders from the page hold goods for at most ten minutes.'],
  },
  counter: {
    title: 'The counter',
    lead: 'An old phone or tablet that sells: in cash, or by a code that the customer scans.',
    steps: [
      {
        text: 'Add each cashier with a name and a 6-digit PIN.',
        link: ['/dashboard/counter', 'Counter'],
      },
      {
        text: 'Under devices add one of the kind *Counter*, and scan its code with the phone that will sell.',
        link: ['/dashboard/devices', 'Devices'],
      },
      { text: 'The cashier signs in with the PIN and counts the cash in the drawer: the shift is open.' },
      { text: 'Type an amount or choose goods, then *Cash* or *Pay by QRIS*. The page says when the money came.' },
      { text: 'At the end count the cash again. The difference is shown, and you see every shift.' },
    ],
    notes: [
      'The device opens this page alone, never your dashboard. Revoke it under devices when it is lost.',
      'Only the owner gives cash back: in the shift, on the dashboard.',
    ],
  },
  soundbox: {
    title: 'The soundbox',
    lead: 'An old phone that says each payment and each new order aloud, so that nobody looks at a screen.',
    steps: [
      {
        text: 'Under devices add one of the kind *Soundbox*.',
        link: ['/dashboard/devices', 'Devices'],
      },
      { text: 'Scan its code with the old phone, or open the address that is shown and type the code.' },
      { text: 'Press the button that switches the sound on, once every morning. Turn the volume up.' },
      { text: 'Pay a small amount: the phone says how much came, and that it is paid.' },
    ],
    notes: [
      'If it loses the connection it says so within ten seconds, and afterwards what it missed, once.',
      'Orders come from the chat, the menu page and bills. Two ticks on the phone switch them off.',
      'Switch the lock of the phone’s screen off, and leave it on its charger.',
    ],
  },
  bills: {
    title: 'Bills',
    lead: 'A link that you send by yourself: for a friend, a customer, or forty families and their school fees.',
    steps: [
      {
        text: 'Enter an amount and a phone, and send it by WhatsApp. What for and until when: if you like.',
        link: ['/dashboard/new-bill', 'Make a bill'],
      },
      { text: 'Send it by WhatsApp with one press, or show its code: pressed, the code is as large as the screen.' },
      {
        text:
          'In your chat it is one line: /tagih 50000 coffee. In any conversation: @ and the name of your ' +
          'shop’s bot.',
      },
      {
        text: 'Many at once: paste the list from Excel, check what is shown, then make them.',
        link: ['/dashboard/bill-sheet', 'Many at once'],
      },
      { text: 'The list says who has not paid yet, with a reminder for WhatsApp ready beside each.' },
    ],
    notes: ['Nothing is made until the payer presses the button: a link can lie for months and still work.'],
  },
  statistics: {
    title: 'Statistics',
    lead: 'What sold, when, to whom, and what customers looked for in vain.',
    steps: [
      {
        text: 'Choose a range: today, 7 days, a month, or your own dates. The range before stands beside it.',
        link: ['/dashboard/statistics', 'Statistics'],
      },
      { text: 'Move over a picture, or use the arrow keys, to read each value. Below each is a table, and a CSV.' },
      { text: 'The best products, categories, ways to pay and busiest hours stand below.' },
      {
        text: 'Fill in the *Cost* on the page of each product, and Statistics has the profit. Customers never see it.',
        link: ['/dashboard/catalog', 'Catalogue'],
      },
      { text: '*Searched for, not found* is what customers typed and your catalogue does not have.' },
      { text: 'In your chat: /statistik, with the same ranges as buttons.' },
      {
        text: 'For the tax office there is a sheet for each month: turnover, fees and net by day.',
        link: ['/dashboard/tax', 'Tax sheet'],
      },
    ],
    notes: [],
  },
  alerts: {
    title: 'Alerts without Telegram',
    lead: 'Orders and money ring on the page, appear on your phone, or reach you by e-mail.',
    steps: [
      {
        text:
          'Leave one page of the dashboard open: a new order rings, appears in its list, and is counted in the ' +
          'title of the page. Touch the page once first, or the browser keeps it silent.',
        link: ['/dashboard/orders', 'Orders'],
      },
      {
        text: 'Press *Turn on for this device* on each phone that should be alerted, even while the page is closed.',
        link: ['/dashboard/alerts', 'Alerts'],
      },
      { text: 'On an iPhone, add Warung to the home screen first, and open it there.' },
      {
        text: 'By e-mail too? Enter and confirm your address in Profile, then choose the alerts.',
        link: ['/dashboard/profile', 'Profile'],
      },
      {
        text: 'Tick what you want: orders, money that arrives, money to review, requests of the team, a summary.',
      },
    ],
    notes: [
      'The choices are yours alone. Every other member of the team makes their own.',
      'You tell customers without Telegram from the page of their order: a WhatsApp message is ready at each step.',
    ],
  },
  ...shopManualEn,
}
