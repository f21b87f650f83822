import { Problem } from '#app/admin/feedback/problem.tsx'
import { useSite } from '#app/admin/use-site.ts'
import { FAILURE } from '#domain/messages.ts'
import { retryScripts, useIsUnreached } from './route-scripts.ts'

/** Says that the scripts of the page that is being opened could not be reached. */
export function UnreachedPage() {
  const { site } = useSite()
  const isUnreached = useIsUnreached()
  if (!isUnreached) return null
  return (
    <Problem message={FAILURE.unreachable(site.name)}>
      <button type="button" className="button" onClick={retryScripts}>
        {FAILURE.retry}
      </button>
    </Problem>
  )
}
