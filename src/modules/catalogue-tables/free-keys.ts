/**
 * Creates keys from names, each unique: `kopi`, then `kopi-2`. The next number of each stem is cached, so that
 * thousands of names with one stem do not count from 2 again.
 */
export function createFreeKeys(isTaken: (key: string) => boolean): (name: string) => string {
  const numbers = new Map<string, number>()
  return name => {
    const stem = keyFrom(name)
    let number = numbers.get(stem) ?? 1
    let key = number === 1 ? stem : `${stem}-${number}`
    while (isTaken(key)) key = `${stem}-${++number}`
    numbers.set(stem, number + 1)
    return key
  }
}

function keyFrom(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
  return plain.replace(/^-|-$/g, '') || 'item'
}
