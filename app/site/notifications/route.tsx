import { pageMeta, siteOf } from '#app/site/layout/page-meta.ts'
import { StructuredData } from '#app/site/layout/structured-data.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { jsonLd, pageTrail } from '#domain/structured-data.ts'
import type { Route } from './+types/route.ts'
import { NotificationSettings } from './notification-settings.tsx'

const PAGE = { label: 'Notifications', href: '/notifications' }

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: PAGE.label,
    description:
      'Hear about new jobs, results, admit cards and answer keys on your device, as soon as they are published.',
    keywords: ['notifications', 'job alert', 'result alert', 'admit card alert'],
    path: PAGE.href,
  })
}

export default function Notifications({ matches }: Route.ComponentProps) {
  return (
    <div className="text-page">
      <Breadcrumb trail={[{ label: 'Home', href: '/' }]} />
      <h1 tabIndex={-1}>{PAGE.label}</h1>
      <p className="lede">
        New notices on this device, as soon as they are published. It needs no account and no e-mail address, and you
        can turn it off at any time.
      </p>
      <NotificationSettings />
      <StructuredData json={import.meta.env.SSR ? jsonLd([pageTrail(siteOf(matches), PAGE)]) : ''} />
    </div>
  )
}
