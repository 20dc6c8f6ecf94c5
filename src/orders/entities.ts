import { CartLine } from './cart-line.ts'
import { Customer } from './customer.ts'
import { Order } from './order.ts'
import { OrderInvoice } from './order-invoice.ts'
import { OrderItem } from './order-item.ts'
import { QuantityStep } from './quantity-step.ts'

export const orderEntities = [Customer, CartLine, Order, OrderItem, OrderInvoice, QuantityStep] as const
