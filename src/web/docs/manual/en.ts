import type { Article, ArticleSlug } from './article.ts'

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
          'Connect your e-wallet, bank or QRIS and follow the steps on the screen. Customers’ money goes straight ' +
          'there.',
        link: ['/dashboard/connections', 'Connections'],
      },
      {
        text: 'Create a small invoice, such as Rp 1.000, for yourself.',
        link: ['/dashboard/new-payment', 'Create an invoice'],
      },
      { text: 'Pay it from another phone, to the last digit: the last digits tell one invoice from another.' },
      { text: 'The invoice turns to *Paid*, and your chat hears of it. The shop is ready to sell.' },
    ],
    notes: ['Warung never holds your money: it is in your own account or e-wallet from the moment a customer pays.'],
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
    lead: 'Warung does not send money: you send it, and Warung records it.',
    steps: [
      { text: 'Send the money to the customer from your bank or e-wallet.' },
      {
        text: 'Open the payment and press *Record a refund*. Balance and reports follow.',
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
    notes: ['A recorded refund cannot be deleted: send first, then record.'],
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
          'Outside opening hours the bot says when the shop opens again. The hours are in the rules of the shop, in ' +
          'the catalogue.',
        link: ['/dashboard/catalog', 'Catalogue'],
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
}
