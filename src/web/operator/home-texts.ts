import type { Language } from '../parts/language.ts'

const id = {
  mode: 'Mode',
  modes: { live: 'Live', test: 'Uji' },
  today: 'Uang masuk hari ini',
  week: '7 hari',
  month: '30 hari',
  paid: 'Pembayaran lunas hari ini',
  waits: 'Yang menunggu',
  nothingWaits: 'Tidak ada yang menunggu.',
  since: (time: string) => `paling lama ${time}`,
  byVolume: 'Akun menurut uang masuk, 30 hari',
  account: 'Akun',
  last: 'Terakhir dipakai',
  noVolume: 'Belum ada uang masuk dalam 30 hari terakhir.',
  paidMonth: (count: number) => `${count} pembayaran`,
  failing: 'Penyedia yang bermasalah',
  failingSince: (at: string) => `sejak ${at}`,
  allAccounts: 'Semua akun',
}

export type OperatorHomeTexts = typeof id

const en: OperatorHomeTexts = {
  mode: 'Mode',
  modes: { live: 'Live', test: 'Test' },
  today: 'Received today',
  week: '7 days',
  month: '30 days',
  paid: 'Payments paid today',
  waits: 'What is waiting',
  nothingWaits: 'Nothing is waiting.',
  since: time => `the oldest for ${time}`,
  byVolume: 'Accounts by money received, 30 days',
  account: 'Account',
  last: 'Last used',
  noVolume: 'Nothing was received in the last 30 days.',
  paidMonth: count => `${count} ${count === 1 ? 'payment' : 'payments'}`,
  failing: 'Failing providers',
  failingSince: at => `since ${at}`,
  allAccounts: 'All accounts',
}

/** The texts of the operator's home. */
export const operatorHomeTexts: Record<Language, OperatorHomeTexts> = { id, en }
