/** The kinds of columns of a bank's list. */
export type ListColumn =
  | 'date'
  | 'time'
  | 'text'
  | 'moneyIn'
  | 'moneyOut'
  | 'amount'
  | 'direction'
  | 'balance'
  | 'balanceBefore'
  | 'reference'
  | 'account'

const names: Record<ListColumn, string> = {
  date: `tanggal tanggaltransaksi tanggalwaktu waktutransaksi tgl tgltran tgltransaksi date datetime transactiondate
    transactiontime postdate postingdate createdtime settlementtime`,
  time: 'jam jamtran waktu time',
  text: `keterangan uraian uraiantransaksi deskripsi desktran rinciantransaksi description remarks remark additionaldesc
    remarkcustom trremk catatan payername customername pembayar`,
  moneyIn: 'kredit credit creditamount mutasikredit uangmasuk danamasuk pemasukan',
  moneyOut: 'debet debit debitamount mutasidebet uangkeluar danakeluar pengeluaran',
  amount: 'jumlah nominal amount mutasi nilai total grossamount transactionamount transactionvalue jumlahtransaksi',
  direction: 'dbcr crdb tipe type tipetransaksi debitkredit debetkredit dk jenis jenistransaksi transactiontype',
  balance: 'saldo balance closebalance closingbalance saldoakhir saldoakhirmutasi runningbalance',
  balanceBefore: 'saldoawal saldoawalmutasi openingbalance',
  reference: `noreferensi referenceno referensi reference nojurnal journalno transactionid idtransaksi orderid
    noreferensitransaksi rrn`,
  account: 'accountno norek norekening nomorrekening',
}

const columnsByName = new Map(
  Object.entries(names).flatMap(([column, list]) => list.split(/\s+/).map(name => [name, column as ListColumn])),
)

/** Returns the kind of column of a heading, in any spelling; null for any other text. */
export function findColumn(heading: string): ListColumn | null {
  return columnsByName.get(heading.toLowerCase().replaceAll(/[^a-z0-9]/g, '')) ?? null
}

/** The positions of a list's columns by kind: all of `text` and `reference`, the first one of the others. */
export type ListColumns = Map<ListColumn, number[]>

/** Returns the columns of a row of headings; null if they do not suffice to read a list. */
export function findColumns(cells: string[]): ListColumns | null {
  const columns: ListColumns = new Map()
  for (const [place, cell] of cells.entries()) {
    const column = findColumn(cell) ?? directionWithoutName(cells, place)
    if (column === null) continue
    const places = columns.get(column)
    if (!places) columns.set(column, [place])
    else if (column === 'text') places.push(place)
  }
  return hasEnoughColumns(columns) ? columns : null
}

/** KlikBCA writes DB or CR in a column with an empty heading: `Tanggal,Keterangan,Cabang,Jumlah,,Saldo`. */
function directionWithoutName(cells: string[], place: number): ListColumn | null {
  const isNamed = cells[place]!.trim() !== ''
  return !isNamed && place > 0 && findColumn(cells[place - 1]!) === 'amount' ? 'direction' : null
}

export function hasEnoughColumns(columns: ListColumns): boolean {
  return columns.has('date') && (columns.has('moneyIn') || columns.has('amount'))
}
