export { type PictureSize, qrPng, qrSvg } from '../../packages/qris/src/picture.ts'
