import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../../accounts/account.ts'
import { atMostSql, charactersBetweenSql } from '../../../database/checks.ts'
import { identity } from '../../../database/identity.ts'
import { accountFilter } from '../../../database/scope.ts'

export const stationsMax = 10
export const stationNameMax = 30
export const printerMax = 200
const ticketLanguages = ['id', 'en'] as const

const KitchenStationSchema = defineEntity({
  name: 'KitchenStation',
  tableName: 'kitchen_station',
  comment: 'A place that prepares the goods of some categories and gets tickets for them.',
  filters: accountFilter,
  uniques: [{ name: 'kitchen_station_name', properties: ['account', 'name'] }],
  properties: {
    id: identity(),
    account: owner,
    name: p.text().check(charactersBetweenSql('name', 1, stationNameMax)),
    categories: p.array<string>().comment('The public ids of its categories.').default([]),
    printer: p
      .text()
      .comment('The host:port of its printer; null: the counter prints its tickets.')
      .strictNullable()
      .check(atMostSql('printer', printerMax)),
    language: p.enum(ticketLanguages).comment('The language of its printed tickets.').default('id'),
    createdAt: p.datetime(),
  },
})

/** A place that prepares goods, such as the kitchen or the bar. */
export class KitchenStation extends KitchenStationSchema.class {}
KitchenStationSchema.setClass(KitchenStation)
