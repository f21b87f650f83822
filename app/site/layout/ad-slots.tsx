import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { loadScript } from '#app/browser/scripts.ts'
import type { AdEligibility } from '#domain/ad-eligibility.ts'
import { AD_CHECK_DELAY_MS } from '#domain/limits.ts'

/**
 * Place for advertising below the content: nothing, and no height, unless the operator has named a script and the page
 * has enough of its own. The script finds the slots by `data-ad-slot`.
 */
export function AdSlots({ scriptUrl }: { scriptUrl: string | null }) {
  const { pathname } = useLocation()
  return scriptUrl ? <JudgedSlots key={pathname} scriptUrl={scriptUrl} /> : null
}

function JudgedSlots({ scriptUrl }: { scriptUrl: string }) {
  const [judged, setJudged] = useState<AdEligibility | null>(null)

  useEffect(() => {
    const timer = setTimeout(() => {
      void judge(scriptUrl).then(setJudged)
    }, AD_CHECK_DELAY_MS)
    return () => clearTimeout(timer)
  }, [scriptUrl])

  if (!judged?.content) return null
  return (
    <aside className="ad-slots" aria-label="Advertisement">
      <div data-ad-slot="content" />
      {judged.banner && <div data-ad-slot="banner" />}
    </aside>
  )
}

/** Loaded only where advertising is configured. */
async function judge(scriptUrl: string): Promise<AdEligibility> {
  const [{ readPageText }, { adEligibility }] = await Promise.all([
    import('#app/browser/page-text.ts'),
    import('#domain/ad-eligibility.ts'),
  ])
  const judged = adEligibility(readPageText())
  if (judged.content) loadScript(scriptUrl)
  return judged
}
