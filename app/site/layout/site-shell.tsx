import type { ReactNode } from 'react'
import { IconSprite } from '#app/ui/icon-sprite.tsx'
import { isNoticePath } from '#domain/content/registry.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

interface SiteShellProps {
  site: { siteName: string; host: string; year: string; whatsappUrl: string | null; telegramUrl: string | null }
  currentPath: string
  search?: ReactNode
  newsletter?: ReactNode
  children: ReactNode
}

/** What surrounds every public page. */
export function SiteShell({ site, currentPath, search, newsletter, children }: SiteShellProps) {
  const { siteName, host, year, whatsappUrl, telegramUrl } = site
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <IconSprite />
      <SiteHeader siteName={siteName} host={host} currentPath={currentPath} search={search} />
      <main id="main" className="wrap" tabIndex={-1} data-notice={isNoticePath(currentPath) || undefined}>
        {children}
      </main>
      <SiteFooter
        siteName={siteName}
        year={year}
        whatsappUrl={whatsappUrl}
        telegramUrl={telegramUrl}
        newsletter={newsletter}
      />
    </>
  )
}
