import type { Model } from './model.ts'

/** Returns the sums that all views must agree with, of these days in the model, both included. */
export function sumModel(model: Model, first = '0', last = '9') {
  const isOn = (minute: number | null) => minute !== null && model.dayOf(minute) >= first && model.dayOf(minute) <= last
  const created = model.payments.filter(({ createdAt }) => isOn(createdAt))
  const paid = created.filter(({ status }) => status === 'paid')
  const taken = model.payments.filter(({ bookedAt }) => isOn(bookedAt))
  const given = model.refunds.filter(({ at, state }) => state === 'succeeded' && isOn(at))
  const undone = model.refunds.filter(({ correctedAt }) => isOn(correctedAt))
  const sales = model.sales.filter(({ at }) => isOn(at))
  const returns = model.sales.flatMap(sale => sale.returns.filter(({ at }) => isOn(at)))
  const amounts = (items: readonly { amount: number }[]) => total(items.map(({ amount }) => amount))
  return {
    payments: created.length,
    paid: paid.length,
    revenue: total(paid.map(one => one.paidBy!.amount)),
    /** The money that came in, on the day on which it was booked. */
    booked: total(taken.map(one => one.paidBy!.amount)),
    bookings: taken.length,
    refunded: amounts(given) - amounts(undone),
    /** The refunded part of the payments that were created then. */
    returned: total(created.map(one => one.refunded)),
    cash: total(sales.map(sale => sale.total)),
    sales: sales.length,
    cashReturned: amounts(returns),
  }
}

const total = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)
