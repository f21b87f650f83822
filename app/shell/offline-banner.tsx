import { BANNERS } from '#domain/banner-messages.ts'
import { Drawing } from './drawing.tsx'
import { useKeptDay } from './use-kept-day.ts'

const NO_WAVES =
  'M3.5 3.5l17 17M5 12.5a10 10 0 0 1 5-2.7M8.5 16a5 5 0 0 1 6-.6M2.5 9A15 15 0 0 1 7 6.2M11 5.1A15 15 0 0 1 21.5 9M15 10.2a10 10 0 0 1 4 2.3M12 19.5v.1'

/** As long as there is no network. Days left are counted from the day a page is from, so a page of another day says which. */
export function OfflineBanner() {
  const kept = useKeptDay()
  return (
    <div className="banner strip">
      <Drawing path={NO_WAVES} />
      <div>
        <p>{BANNERS.offline}</p>
        {kept && <p>{BANNERS.asOf(kept.day, kept.ago)}</p>}
      </div>
    </div>
  )
}
