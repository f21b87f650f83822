import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { OpenConfirmDialog } from '#app/admin/feedback/confirm-dialog.tsx'
import { Toasts } from '#app/admin/feedback/toasts.tsx'
import { OpenLastDateDialog } from '#app/admin/last-date/last-date-dialog.tsx'
import { LeavingBanner } from '#app/admin/push/leaving-banner.tsx'
import { openSession } from '#app/admin/session/session.ts'
import { SignInAgain } from '#app/admin/session/sign-in-again.tsx'
import { useSite } from '#app/admin/use-site.ts'
import '#app/admin/admin.css'
import { AdminError } from './admin-error.tsx'
import { adminMeta } from './admin-meta.ts'
import { useBanners } from './use-banners.ts'
import { useRouteScripts } from './route-scripts.ts'
import { useOpeningLimit } from './use-opened-page.ts'
import type { Route } from './+types/admin-document.ts'

/** Excludes the pages of the admin from search engines. */
export function headers() {
  return { 'X-Robots-Tag': 'noindex' }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, 'Back office')
}

/** Opens the session, and surrounds every page of the admin with its dialogs. The browser loads all data. */
export default function AdminDocument() {
  const { site } = useSite()
  useState(() => openSession(site.publishableKey))
  useBanners(site)
  useRouteScripts()
  useOpeningLimit()
  useEffect(() => {
    document.documentElement.dataset['ready'] = ''
  }, [])
  return (
    <div className="admin">
      <Outlet />
      <OpenConfirmDialog />
      <OpenLastDateDialog />
      <SignInAgain />
      <Toasts />
      <LeavingBanner />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />
}
