import { useSite } from '#app/data/use-site.ts'
import { pageMeta } from '#app/site/layout/page-meta.ts'
import { BrandMark } from '#app/ui/brand-mark.tsx'
import type { Route } from './+types/route.ts'

const WORDS = {
  heading: "You're offline",
  explanation: 'This page has not been opened on this device before, so it cannot be shown without a network.',
  again: 'Try again',
  kept: 'Pages you can read now',
  age: 'As they were when you last opened them. Check dates on the official site before you rely on them.',
}

/** Asks for the page again, also by itself as soon as there is a network. */
const RELOAD = 'for(let [t,e] of [[window,"online"],[again,"click"]])t.addEventListener(e,()=>location.reload())'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: WORDS.heading, description: WORDS.explanation, noindex: true })
}

/**
 * A document without React, because it stands at any address. The service worker fills its list with the pages that this
 * device has kept.
 */
export default function OfflinePage() {
  const { site } = useSite()
  return (
    <>
      <header className="site-header">
        <div className="site-bar wrap">
          <a className="brand" href="/">
            <BrandMark />
            {site.name}
          </a>
        </div>
      </header>
      <main id="main" className="wrap offline-page">
        <h1>{WORDS.heading}</h1>
        <p className="lede">{WORDS.explanation}</p>
        <button type="button" className="button primary" id="again">
          {WORDS.again}
        </button>
        <section aria-labelledby="saved-pages">
          <h2 id="saved-pages">{WORDS.kept}</h2>
          <p>{WORDS.age}</p>
          <ul className="saved-pages" />
        </section>
      </main>
      <script dangerouslySetInnerHTML={{ __html: RELOAD }} />
    </>
  )
}
