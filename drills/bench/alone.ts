import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import { demoName } from '../../src/demo/demo.ts'
import { executeStatements, selectDatabase } from '../../test/kit/connection.ts'
import { fillPayments, findAccountByName } from './fill-payments.ts'
import { pickSize } from './length.ts'
import { printPageTimes } from './page-times.ts'
import { measureInProcess } from './server-process.ts'
import { printLine, printTitle } from './table.ts'
import type { UseCaseFigures } from './use-cases.ts'
import { measureMemory, measurePresses, measureScreens, startWholeShop, type WholeShop } from './whole-shop.ts'

const people = pickSize(3, 50)
const pressesEach = pickSize(2, 20)
const buyers = pickSize(2, 30)

/** Measures settling, and a price that many customers request at once: no server, and nothing to compare with. */
export async function measureUseCases(children: ChildProcess[], server: pg.ClientConfig): Promise<void> {
  await executeStatements(server, 'create database use_cases')
  const file = path.join(import.meta.dirname, 'use-cases.ts')
  const database = selectDatabase(server, 'use_cases')
  const { settledPerS, hotPrice } = await measureInProcess<UseCaseFigures>(children, file, database)
  printLine('  transfers settled in one process', [settledPerS.toFixed(0)])
  printLine('  created at one price, all 999', [hotPrice.perS.toFixed(0), ms(hotPrice.p50Ms), ms(hotPrice.p99Ms)])
}

/** Measures a process with every role: presses, screens, memory. */
export async function measureWholeShop(shop: WholeShop, connection: pg.ClientConfig): Promise<void> {
  const { before, after, perS } = await measureMemory(shop)
  printLine('  created by the process with all roles', [perS.toFixed(0)])
  printLine('  its memory, MB, before and after 20,000', [before.toFixed(0), after.toFixed(0)])
  const { acknowledged, screensPerS } = await measurePresses(shop, people, pressesEach)
  printLine(`  presses acknowledged, ${people} customers`, ['', ms(acknowledged.p50Ms), ms(acknowledged.p99Ms)])
  printLine('  their screens changed', [screensPerS.toFixed(0)])
  const { update, checkout } = await measureScreens(shop, await productWithoutQuestions(connection), buyers)
  printLine('  a press until the screen has changed', ['', ms(update.p50Ms), ms(update.p99Ms)])
  printLine('  a checkout until the order is shown', ['', ms(checkout.p50Ms), ms(checkout.p99Ms)])
}

/** Measures the pages of a merchant with this number of payments. */
export async function measurePages(shop: WholeShop, server: pg.ClientConfig, rows: number): Promise<void> {
  const connection = selectDatabase(server, 'whole')
  const accountId = await findAccountByName(connection, demoName)
  await fillPayments(connection, 'Asia/Jakarta', [{ accountId, rows, letter: 'D' }])
  printTitle(`pages of a merchant with ${rows} payments, never analysed, p50 and p99 ms`)
  await printPageTimes(shop)
  await executeStatements(connection, 'vacuum analyze')
  printTitle('the same, analysed')
  await printPageTimes(shop)
}

export async function openWholeShop(
  server: pg.ClientConfig,
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<WholeShop> {
  await executeStatements(server, 'create database whole')
  return startWholeShop(selectDatabase(server, 'whole'), dataDir, settings)
}

async function productWithoutQuestions(server: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(selectDatabase(server, 'whole'))
  await client.connect()
  const { rows } = await client.query("select public_id from product where name = 'Buku Resep Kopi Rumahan'")
  await client.end()
  return rows[0].public_id
}

function ms(figure: number): string {
  return figure.toFixed(figure < 10 ? 1 : 0)
}
