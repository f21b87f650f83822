import { HydratedIsland } from '#app/islands/island.tsx'
import { NotificationSettings } from '#app/push/settings/notification-settings.tsx'
import { page } from '#app/pages/page.ts'
import { TextPage } from '#app/ui/text-page.tsx'
import { NOTIFICATIONS_PATH } from '#domain/page-paths.ts'
import { PUSH_SUBJECTS } from '#domain/push/preferences.ts'
import { jsonLd, pageTrail } from '#domain/structured-data.ts'

const LINK = { label: 'Notifications', href: NOTIFICATIONS_PATH }

export const notifications = page({
  path: LINK.href,
  cache: {},
  load: () => null,
  meta: (_data, { site }) => ({
    title: LINK.label,
    description: `Hear about new ${PUSH_SUBJECTS} on your device, as soon as they are published.`,
    keywords: ['notifications', 'job alert', 'result alert', 'admit card alert'],
    path: LINK.href,
    structuredData: jsonLd([pageTrail(site, LINK)]),
  }),
  view: (_data, { site: { publishableKey, vapidPublicKey } }) => (
    <TextPage
      title={LINK.label}
      lede="New notices on this device, as soon as they are published. It needs no account and no e-mail address, and you can turn it off at any time."
    >
      <HydratedIsland
        name="notification-settings"
        when="visible"
        view={NotificationSettings}
        props={{ publishableKey, vapidPublicKey }}
      />
    </TextPage>
  ),
  styles: 'notifications',
  menu: { label: LINK.label, group: 'more', order: 21 },
  sitemap: true,
  offline: true,
})
