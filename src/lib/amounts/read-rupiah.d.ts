export function readRupiah(text: string): number
