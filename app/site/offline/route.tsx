import { useSite } from '#app/data/use-site.ts'
import { pageMeta } from '#app/site/layout/page-meta.ts'
import { BrandMark } from '#app/ui/brand-mark.tsx'
import { OFFLINE_PAGE } from '#domain/messages.ts'
import type { Route } from './+types/route.ts'
import styles from './offline-page.css?inline'

/** Asks for the page again, also by itself as soon as there is a network. */
const RELOAD = 'for(let [t,e] of [[window,"online"],[again,"click"]])t.addEventListener(e,()=>location.reload())'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: OFFLINE_PAGE.heading, description: OFFLINE_PAGE.explanation, noindex: true })
}

/**
 * A document without React, because it stands at any address. The service worker fills its list with the pages that this
 * device has kept.
 */
export default function OfflinePage() {
  const { site } = useSite()
  return (
    <>
      <style dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? styles : '' }} />
      <header className="site-header">
        <div className="site-bar wrap">
          <a className="brand" href="/">
            <BrandMark />
            {site.name}
          </a>
        </div>
      </header>
      <main id="main" className="wrap offline-page">
        <h1>{OFFLINE_PAGE.heading}</h1>
        <p className="lede">{OFFLINE_PAGE.explanation}</p>
        <button type="button" className="button primary" id="again">
          {OFFLINE_PAGE.again}
        </button>
        <section aria-labelledby="kept-pages">
          <h2 id="kept-pages">{OFFLINE_PAGE.kept}</h2>
          <p>{OFFLINE_PAGE.age}</p>
          <ul className="kept-pages" />
        </section>
      </main>
      <script dangerouslySetInnerHTML={{ __html: RELOAD }} />
    </>
  )
}
