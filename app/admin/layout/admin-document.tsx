import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { ConfirmProvider } from '#app/admin/feedback/confirm-dialog.tsx'
import { ToastProvider } from '#app/admin/feedback/toasts.tsx'
import { UnsavedWorkProvider } from '#app/admin/session/unsaved-work.tsx'
import { SessionProvider } from '#app/admin/session/session-context.tsx'
import { useSite } from '#app/admin/use-site.ts'
import { IconSprite } from '#app/ui/icon-sprite.tsx'
import '#app/admin/admin.css'
import { AdminSprite } from './admin-icon.tsx'
import { adminMeta } from './admin-meta.ts'
import { useBanners } from './use-banners.ts'
import type { Route } from './+types/admin-document.ts'

/** Excludes the pages of the admin from search engines. */
export function headers() {
  return { 'X-Robots-Tag': 'noindex' }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, 'Back office')
}

/** Providers around every page of the admin, sign-in included. The server renders no data; the browser loads it. */
export default function AdminDocument() {
  const { site } = useSite()
  useBanners(site)
  useEffect(() => {
    document.documentElement.dataset['ready'] = ''
  }, [])
  return (
    <div className="admin">
      <IconSprite />
      <AdminSprite />
      <SessionProvider publishableKey={site.publishableKey}>
        <ToastProvider>
          <ConfirmProvider>
            <UnsavedWorkProvider>
              <Outlet />
            </UnsavedWorkProvider>
          </ConfirmProvider>
        </ToastProvider>
      </SessionProvider>
    </div>
  )
}
