export { crcOf } from '../../packages/qris/src/crc.ts'
