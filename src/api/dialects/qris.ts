import { qrPictureUrl } from '../../qris/picture-url.ts'
import type { Dialect } from './dialect.ts'

export const detailedQris: Pick<Dialect, 'qrisConverted' | 'qrisInfo'> = {
  qrisConverted: (conversion, app) => ({
    success: true,
    data: {
      original_qris: conversion.original,
      converted_qris: conversion.converted,
      nominal: conversion.nominal,
      merchant_name: conversion.info.merchantName,
      merchant_city: conversion.info.merchantCity,
      crc: conversion.crc,
      qr_image_url: qrPictureUrl(app, conversion.converted),
      original_info: {
        is_static: conversion.info.isStatic,
        is_dynamic: conversion.info.isDynamic,
        original_amount: conversion.info.amount,
        country_code: conversion.info.countryCode,
      },
    },
  }),
  qrisInfo: qris => ({
    success: true,
    data: {
      qris: qris.text,
      is_valid: qris.isValid,
      merchant_name: qris.merchantName,
      merchant_city: qris.merchantCity,
      is_static: qris.isStatic,
      is_dynamic: qris.isDynamic,
      current_amount: qris.amount,
      country_code: qris.countryCode,
      postal_code: qris.postalCode,
      merchant_pan: qris.merchantPan,
      merchant_id: qris.merchantId,
      merchant_criteria: qris.merchantCriteria,
      nmid: qris.nmid,
    },
  }),
}

export const simpleQris: Pick<Dialect, 'qrisConverted' | 'qrisInfo'> = {
  qrisConverted: (conversion, app) => ({
    success: true,
    qris: conversion.converted,
    qr_image_url: qrPictureUrl(app, conversion.converted),
    merchant_name: conversion.info.merchantName,
    amount: conversion.nominal,
  }),
  qrisInfo: qris => ({
    success: true,
    merchant_name: qris.merchantName,
    merchant_city: qris.merchantCity,
    amount: qris.amount,
    is_dynamic: qris.isDynamic,
  }),
}
