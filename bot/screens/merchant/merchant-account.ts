import { findAccounts } from '../../../src/accounts/find-accounts.ts'
import { setLateMoney } from '../../../src/accounts/set-late-money.ts'
import { setLogo } from '../../../src/goods/set-logo.ts'
import { Refusal } from '../../../src/lib/refusal.ts'
import type { PlatformContext } from '../../context.ts'
import { pictureForm } from '../../forms/picture-form.ts'
import { fetchFile } from '../../telegram/fetch-file.ts'
import { shopRulesTexts } from '../../texts/shop-rules-texts.ts'
import { formatRefusal } from '../../texts/voice.ts'
import { makeChatActor } from '../make-chat-actor.ts'
import type { PlatformScreen } from '../screen.ts'
import { showRules } from './merchant-rules.ts'
import { findButtonShop } from './screen-shop.ts'

/** The settings of a whole account besides the rules of its shop: its logo, and the handling of late money. */
export const merchantAccountScreen: PlatformScreen = {
  presses: { rulelate: setLate, rulelogo: askLogo, ruleunlogo: removeLogo },
  forms: { logo: pictureForm(storeLogo) },
}

/** Returns the shop of a button, for a member who may change its settings; refuses other members in the chat. */
async function findShop(ctx: PlatformContext, account: string | undefined): Promise<number | null> {
  const found = findButtonShop(ctx, account)
  if (!found) await ctx.alert(ctx.t.unknownButton)
  return found?.id ?? null
}

async function setLate(ctx: PlatformContext, [account, value]: string[]): Promise<void> {
  const id = await findShop(ctx, account)
  if (id === null) return
  const { actor } = makeChatActor(ctx, id)
  await setLateMoney(ctx.app, id, { accepts: value === 'on', actor })
  await showRules(ctx, account, { of: 'orders', isSaved: true })
}

async function askLogo(ctx: PlatformContext, [account]: string[]): Promise<void> {
  const id = await findShop(ctx, account)
  if (id === null) return
  const [shop] = await findAccounts(ctx.app, [id])
  await ctx.form('logo', account!, shopRulesTexts[ctx.language].askLogo(shop!.displayName))
}

/** Stores a logo, and returns the problem with the picture. */
async function storeLogo(ctx: PlatformContext, account: string, fileId: string): Promise<string | null> {
  const id = await findShop(ctx, account)
  if (id === null) return null
  try {
    const bytes = await fetchFile(ctx.app, ctx.api, fileId)
    await setLogo(ctx.app, makeChatActor(ctx, id), { name: 'logo.jpg', bytes })
  } catch (error) {
    if (!(error instanceof Refusal && wrongPictures.has(error.code))) throw error
    return formatRefusal(ctx, error)
  }
  await showRules(ctx, account, { isSaved: true })
  return null
}

const wrongPictures: ReadonlySet<Refusal['code']> = new Set(['invalid_image', 'image_too_large'])

async function removeLogo(ctx: PlatformContext, [account]: string[]): Promise<void> {
  const id = await findShop(ctx, account)
  if (id === null) return
  await setLogo(ctx.app, makeChatActor(ctx, id), null)
  await showRules(ctx, account, { isSaved: true })
}
