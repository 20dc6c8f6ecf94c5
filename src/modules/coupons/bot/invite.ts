import type { ShopContext } from '../../../../bot/context.ts'
import { menuRow } from '../../../../bot/screens/buttons.ts'
import { showHome } from '../../../../bot/screens/home.ts'
import type { ShopScreen } from '../../../../bot/screens/screen.ts'
import { type Message, makePress } from '../../../../bot/telegram/message.ts'
import { makeVoice, type Voice } from '../../../../bot/texts/voice.ts'
import type { ShopRules } from '../../../catalog/shop-rules.ts'
import { html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { Slots } from '../../../slots.ts'
import type { Coupon } from '../coupon.ts'
import { followInvitation } from '../follow-invitation.ts'
import { findReferralReward, type Invitation, inviteFriends } from '../invite-friends.ts'
import { listOwnCoupons } from '../list-own-coupons.ts'
import { couponUseTexts } from '../texts/coupon-use-texts.ts'
import { inviteTexts } from '../texts/invite-texts.ts'

/** Shows a customer their own invitation link, and what both get for the first paid order of a friend. */
export const inviteScreen: ShopScreen = {
  commands: { undang: showInvite, invite: showInvite },
  links: { r: followInvite },
  presses: { invite: showInvite },
}

export type Reward = Pick<ShopRules, 'referralAmount' | 'referralTotalMin' | 'referralDays'>

export interface InviteData {
  invitation: Invitation
  reward: Reward
  username: string
  /** The customer's own usable coupons. */
  coupons: OwnCoupon[]
}

type OwnCoupon = Pick<Coupon, 'code' | 'amount' | 'totalMin' | 'endsAt'>

export function inviteView(
  { invitation, reward, username, coupons }: InviteData,
  { t, language, moment }: Pick<Voice, 't' | 'language' | 'moment'>,
): Message {
  const words = inviteTexts[language]
  const { code, came, bought } = invitation
  const couponLine = ({ code, amount, endsAt }: OwnCoupon) =>
    html`
<code>${code}</code> ${words.ownLine(formatRupiah(amount!), moment(endsAt!))}`
  const link = `https://t.me/${username}?start=r_${code}`
  const sentence = words.shared(amountOf(reward))
  const share = `https://t.me/share/url?url=${encodeURIComponent(link)}&text=${encodeURIComponent(sentence)}`
  return {
    text: html`<b>${words.title}</b>

${words.offer(amountOf(reward), reward.referralDays)}${leastLine(reward, words)}

${words.link}
<code>${link}</code>

${words.counted(came, bought)}${
  coupons.length > 0 &&
  html`

${words.own(coupons.length)}${coupons.map(couponLine)}
${words.howToUse}`
}`,
    buttons: [[{ text: words.share, url: share }], menuRow(t)],
  }
}

export function rewardView(
  { code, amount, totalMin, endsAt }: OwnCoupon,
  recipient: 'inviter' | 'invited',
  { t, language, moment }: Pick<Voice, 't' | 'language' | 'moment'>,
): Message {
  const words = inviteTexts[language]
  return {
    text: html`<b>${words.rewardTitle}</b>

${words.reward[recipient](formatRupiah(amount!))}
<code>${code}</code>${totalMin > 0 && html`\n${words.least(formatRupiah(totalMin))}`}
${words.until(moment(endsAt!))}

${words.howToUse}`,
    buttons: [[{ text: t.products, press: makePress('shopnow'), style: 'success' }]],
  }
}

type Words = (typeof inviteTexts)['id']

const amountOf = ({ referralAmount }: Reward) => formatRupiah(referralAmount!)

function leastLine({ referralTotalMin }: Reward, words: Words) {
  return referralTotalMin > 0 && html`\n${words.least(formatRupiah(referralTotalMin))}`
}

async function showInvite(ctx: ShopContext): Promise<void> {
  const { app, store, customer, language } = ctx
  const reward = await findReferralReward(app, store.accountId)
  if (!reward) {
    await ctx.say({ text: html`${inviteTexts[language].none}`, buttons: [menuRow(ctx.t)] })
    return
  }
  const owner = { accountId: store.accountId, mode: store.mode, customerId: customer.id }
  const invitation = await inviteFriends(app, owner)
  const coupons = await listOwnCoupons(app, owner)
  await ctx.show(inviteView({ invitation, reward, username: ctx.me.username, coupons }, makeVoice(ctx)))
}

// The shop opens in any case: even a link without a reward leads into it.
async function followInvite(ctx: ShopContext, code: string): Promise<void> {
  const { app, store, customer, language } = ctx
  const words = inviteTexts[language]
  const owner = { accountId: store.accountId, mode: store.mode, customerId: customer.id }
  const followed = await followInvitation(app, owner, code)
  const reward = await findReferralReward(app, store.accountId)
  if (followed === 'own') await ctx.say({ text: html`${words.ownLink}` })
  if (followed === 'known' && reward) await ctx.say({ text: html`${words.known}` })
  if (followed === 'welcome' && reward) {
    await ctx.say({ text: html`${words.welcome(amountOf(reward))}${leastLine(reward, words)}` })
  }
  await showHome(ctx)
}

/** Returns the button to invite friends, if the shop rewards it. */
export const inviteButton: Slots['shopHomeButtons'] = async (app, { accountId }, language) => {
  const reward = await findReferralReward(app, accountId)
  return reward && { text: inviteTexts[language].button, press: makePress('invite') }
}

/** Returns the texts about coupons for a customer who looks for something cheaper. */
export const listCouponPromotions: Slots['promotions'] = (language, { referralAmount }) => {
  const words = couponUseTexts[language]
  if (referralAmount === null) return { lines: [words.promotion], buttons: [] }
  return {
    lines: [words.invitation(formatRupiah(referralAmount)), words.promotion],
    buttons: [{ text: inviteTexts[language].button, press: makePress('invite') }],
  }
}
