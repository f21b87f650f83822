import { useEffect, useState } from 'react'
import { takeOver, watchUpdates } from '#app/browser/service-worker.ts'
import { BANNERS } from '#domain/banner-messages.ts'
import { Banner } from './banner.tsx'

const AROUND = 'M20 6v5h-5M4 18v-5h5M6 9a7 7 0 0 1 12-2l2 4M18 15a7 7 0 0 1-12 2l-2-4'

/** Source: specification, section 4, Banners and app shell. */
export function UpdateBanner({ registration }: { registration: ServiceWorkerRegistration | null }) {
  const [isOffered, setIsOffered] = useState(false)

  useEffect(() => {
    if (registration) return watchUpdates(registration, () => setIsOffered(true))
  }, [registration])

  if (!registration || !isOffered) return null
  return (
    <Banner drawing={AROUND} title={BANNERS.update} onClose={() => setIsOffered(false)}>
      <button type="button" className="button primary" onClick={() => takeOver(registration)}>
        {BANNERS.updateNow}
      </button>
    </Banner>
  )
}
