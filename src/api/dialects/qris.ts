import { z } from 'zod'
import { qrPictureUrl } from '../../qris/picture-url.ts'
import type { Dialect } from './dialect.ts'
import { makeShape, rupiahSchema, successSchema, urlSchema } from './shape.ts'

type QrisAnswers = Pick<Dialect, 'qrisConverted' | 'qrisInfo'>

const maybe = z.string().nullable()

const DetailedConversion = z.object({
  success: successSchema,
  data: z
    .object({
      original_qris: z.string(),
      converted_qris: z.string(),
      nominal: rupiahSchema,
      merchant_name: maybe,
      merchant_city: maybe,
      crc: z.string(),
      qr_image_url: urlSchema.describe('Image of the converted QR code'),
      original_info: z.object({
        is_static: z.boolean(),
        is_dynamic: z.boolean(),
        original_amount: z.number().nullable(),
        country_code: maybe,
      }),
    })
    .meta({ id: 'QrisConversion' }),
})

const DetailedInfo = z.object({
  success: successSchema,
  data: z
    .object({
      qris: z.string(),
      is_valid: z.boolean(),
      merchant_name: maybe,
      merchant_city: maybe,
      is_static: z.boolean(),
      is_dynamic: z.boolean(),
      current_amount: z.number().nullable(),
      country_code: maybe,
      postal_code: maybe,
      merchant_pan: maybe,
      merchant_id: maybe,
      merchant_criteria: maybe,
      nmid: maybe,
    })
    .meta({ id: 'QrisInfo' }),
})

export const detailedQris: QrisAnswers = {
  qrisConverted: makeShape(DetailedConversion, (conversion, app) => ({
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
  })),
  qrisInfo: makeShape(DetailedInfo, qris => ({
    success: true,
    data: {
      qris: qris.text,
      is_valid: qris.isValid && qris.isQris,
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
  })),
}

const SimpleConversion = z.object({
  success: successSchema,
  qris: z.string(),
  qr_image_url: urlSchema,
  merchant_name: maybe,
  amount: rupiahSchema,
})

const SimpleInfo = z.object({
  success: successSchema,
  is_valid: z.boolean(),
  merchant_name: maybe,
  merchant_city: maybe,
  amount: z.number().nullable(),
  is_dynamic: z.boolean(),
})

export const simpleQris: QrisAnswers = {
  qrisConverted: makeShape(SimpleConversion, (conversion, app) => ({
    success: true,
    qris: conversion.converted,
    qr_image_url: qrPictureUrl(app, conversion.converted),
    merchant_name: conversion.info.merchantName,
    amount: conversion.nominal,
  })),
  qrisInfo: makeShape(SimpleInfo, qris => ({
    success: true,
    is_valid: qris.isValid && qris.isQris,
    merchant_name: qris.merchantName,
    merchant_city: qris.merchantCity,
    amount: qris.amount,
    is_dynamic: qris.isDynamic,
  })),
}
