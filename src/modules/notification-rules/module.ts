import { pageIcons } from '../../web/parts/icons.ts'
import type { Module } from '../module.ts'
import { ruleNotices } from './bot/rule-notices.ts'
import { ruleScreen } from './bot/rule-screen.ts'
import { FormExample, NotificationForm, NotificationRule, RulePayment } from './entities.ts'
import { findRules } from './find-rules.ts'
import { groupUnread } from './group-unread.ts'
import { findFormOfUnread } from './list-rules.ts'
import { mayPayByRule } from './may-pay-by-rule.ts'
import { rereadForms } from './reread-form.ts'
import { ruleAuditTexts } from './rule-words.ts'
import { sealedFormColumn } from './sealed-form.ts'
import { ruleTexts } from './texts/rule-texts.ts'
import { formPage } from './web/form.ts'
import { rulePage } from './web/rule.ts'
import { rulesPage } from './web/rules.ts'

/** Asks once about each new wording in a phone's notifications, and creates rules for those that are money. */
export const notificationRules: Module = {
  name: 'notification-rules',
  summary: 'New wordings of notifications: asked about once, and made into rules',
  entities: [NotificationForm, FormExample, NotificationRule, RulePayment],
  leftOutTables: {
    notification_form: 'private words of a phone',
    notification_form_example: 'private words of a phone',
    notification_rule: 'it belongs to the phone of this installation',
    notification_rule_payment: 'it belongs to a rule of this installation',
  },
  auditTexts: ruleAuditTexts,
  pages: [rulesPage, formPage, rulePage],
  platformScreens: [ruleScreen],
  noticeViews: ruleNotices,
  sweeps: app => [
    {
      name: 'reread-notifications',
      everyMs: 60_000,
      due: 'from notification_form_example where reread_at is null',
      run: () => rereadForms(app),
    },
  ],
  facts: {
    sealedColumns: [sealedFormColumn],
    oldRows: [
      {
        table: 'notification_form',
        days: 'unread',
        isOld: `last_seen_at < :before and state in ('open', 'later') and not exists (
          select 1 from notification_rule r where r.form_id = notification_form.id)
          and not exists (select 1 from notification_form_example e where e.form_id = notification_form.id)`,
      },
      {
        table: 'notification_form',
        days: 'notices',
        // An answer is kept as long as a rule of its app might read the same, and "never" as long as it is the newest.
        isOld: `last_seen_at < :before and state in ('no', 'never')
          and not exists (select 1 from notification_rule r where r.connection_id = notification_form.connection_id
            and r.package_name = notification_form.package_name and r.ended_at is null)
          and not exists (select 1 from notification_rule r where r.form_id = notification_form.id)
          and not exists (select 1 from notification_form_example e where e.form_id = notification_form.id)
          and (state = 'no' or exists (select 1 from notification_form newer
            where newer.connection_id = notification_form.connection_id and newer.state = 'never'
            and newer.package_name = notification_form.package_name and newer.id > notification_form.id))`,
      },
    ],
  },
  slots: {
    findRules: [findRules],
    takeUnread: [groupUnread],
    mayPayByRule: [mayPayByRule],
    unreadLinks: [
      async (app, accountId, unreadId) => {
        const formId = await findFormOfUnread(app, accountId, unreadId)
        const text = { id: ruleTexts.id.question, en: ruleTexts.en.question }
        return formId === null ? null : { path: `/dashboard/notification-rules/forms/${formId}`, text }
      },
    ],
    navigation: [
      {
        group: 'money',
        order: 1,
        path: '/dashboard/notification-rules',
        icon: pageIcons.rules,
        text: { id: 'Aturan notifikasi', en: 'Notification rules' },
        role: 'money',
      },
    ],
  },
}
