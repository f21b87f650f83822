import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { isReadOffline } from '#app/browser/read-offline.ts'
import { NoticePrefetch } from '#app/site/detail/notice-prefetch.tsx'
import { isNoticePath } from '#domain/content/registry.ts'

/**
 * Turns clicks on plain links of this site into client navigations, and fetches the detail a visitor points at.
 * One listener instead of a component per link keeps rendering cheap and the links working without JavaScript.
 * `data-hydrated` on the document tells styles and tests that controls answer from now on.
 */
export function LinkDelegate() {
  const navigate = useNavigate()
  const [pointedAt, setPointedAt] = useState<string | null>(null)

  useEffect(() => {
    function follow(event: MouseEvent) {
      const link = isPlainClick(event) ? siteLink(event) : null
      if (!link || staysOnPage(link) || isReadOffline()) return
      event.preventDefault()
      void navigate(link.pathname + link.search + link.hash)
    }
    function notePointed(event: Event) {
      const link = siteLink(event)
      if (link && isNoticePath(link.pathname)) setPointedAt(link.pathname)
    }
    document.documentElement.dataset['hydrated'] = ''
    document.addEventListener('click', follow)
    document.addEventListener('pointerover', notePointed, { passive: true })
    document.addEventListener('focusin', notePointed)
    return () => {
      document.removeEventListener('click', follow)
      document.removeEventListener('pointerover', notePointed)
      document.removeEventListener('focusin', notePointed)
    }
  }, [navigate])

  return pointedAt ? <NoticePrefetch key={pointedAt} path={pointedAt} /> : null
}

function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !event.defaultPrevented && event.button === 0 && !modified
}

function siteLink(event: Event): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return null
  return /\.\w{2,5}$/.test(link.pathname) ? null : link
}

function staysOnPage(link: HTMLAnchorElement): boolean {
  return link.hash !== '' && link.pathname === location.pathname && link.search === location.search
}
