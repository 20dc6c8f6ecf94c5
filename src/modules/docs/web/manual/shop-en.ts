import type { Article } from './article.ts'

/** The chapters about customers, search, rules and the team. */
export const shopManualEn = {
  customers: {
    title: 'Customers',
    lead: 'One card for each person, however they order or pay.',
    steps: [
      {
        text: 'Search by name, the last four digits of a number, or an order number.',
        link: ['/dashboard/people', 'Customers'],
      },
      { text: 'A card has all orders, the total, addresses, tags and notes that only your team reads.' },
      {
        text:
          'Two cards of one person? *Merge into this card*, with the number of the other one. It can be split ' +
          'again.',
      },
      {
        text:
          'A customer without Telegram wants to see their data? Press *Make a code for this customer* beside ' +
          'their number, and send the ' +
          'WhatsApp message that is ready to that number. With the code they see and delete their data themselves.',
      },
      { text: 'Or delete it yourself: *Delete their data*. Amounts, times and order numbers stay for tax.' },
    ],
    notes: [
      'A typed number only groups orders. A person who types it never sees an earlier order.',
      'Send the code to the number of the card alone. Anyone who knows it can see the data.',
      'On a payment page, customers can leave an e-mail address for news: paid, ready, shipped, refunded.',
    ],
  },
  search: {
    title: 'Search everything',
    lead: 'One box for orders, money, customers, goods, bills, settings and this manual.',
    steps: [
      { text: 'Press the magnifying glass, or *Ctrl+K* or */* on a computer.', link: ['/dashboard/search', 'Search'] },
      {
        text:
          'Type what the customer shows: an amount such as 113.054 or 25rb, a reference, or the name of the ' +
          'payer.',
      },
      { text: 'The last four digits of a phone find the customer, the last six characters of a number its order.' },
      { text: 'Choose with the arrow keys and *Enter*. In lists, *J* and *K* move between rows.' },
      {
        text: 'Filters that you use often can be saved above the lists of orders and payments.',
        link: ['/dashboard/payments', 'Payments'],
      },
    ],
    notes: ['Parts of words are searched among the newest thousand; numbers, amounts and beginnings of names in all.'],
  },
  'shop-rules': {
    title: 'Shop rules',
    lead: 'Opening hours, holidays, delivery, pickup, texts and contact, each on a page of its own.',
    steps: [
      { text: 'Open the page of what you want to change.', link: ['/dashboard/rules', 'Shop rules'] },
      {
        text: 'Closing for a while? Choose *Close now* until some time, or enter the holiday.',
        link: ['/dashboard/rules', 'Opening hours'],
      },
      {
        text: 'Delivery fees by area are typed, or imported from a list of districts.',
        link: ['/dashboard/rules/delivery', 'Delivery'],
      },
      {
        text:
          'Enter your WhatsApp number: its button is on payment pages that ended, and on the page of customers’ ' +
          'data.',
      },
    ],
    notes: ['Rules hold everywhere: in the chat, on the menu page, for bills and at the counter.'],
  },
  team: {
    title: 'Team and permissions',
    lead: 'Invite people, decide what they may do, and approve from your phone.',
    steps: [
      {
        text: 'Make an invitation link and send it by WhatsApp. The person who gets it chooses their own password.',
        link: ['/dashboard/team/invitations', 'Invite by link'],
      },
      {
        text:
          'Decide for each person about refunds, coupons, prices and stock: *Allowed*, *Needs approval* or *Not ' +
          'allowed*.',
        link: ['/dashboard/team/limits', 'Permissions by member'],
      },
      {
        text:
          'When someone asks for approval, owners are notified by Telegram, notification or e-mail. The link ' +
          'opens the ' +
          'request: press *Approve* or *Decline*.',
        link: ['/dashboard/alerts', 'Alerts'],
      },
      { text: 'Once it is approved, the person repeats what they did within an hour. It is good for one time.' },
    ],
    notes: [
      'Cashiers who only use a PIN are set up at the counter, not in the team.',
      'Everything they do is in the audit log under their name.',
    ],
  },
} satisfies Record<string, Article>
