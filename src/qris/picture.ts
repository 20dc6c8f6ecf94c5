export { qrPng, qrSvg } from '../../packages/qris/src/picture.ts'
