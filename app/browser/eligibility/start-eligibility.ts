import { withChunkLimit } from '#app/browser/chunk-limit.ts'

/**
 * Loads the marks on notices, only for visitors whose answers this browser has (`head-script.ts`). They may also be given
 * later, in this tab or in another one. Source: docs/behaviour/eligibility.md#marks
 */
export function startEligibility(): void {
  const { dataset } = document.documentElement
  const load = () => {
    if (dataset['profile'] === undefined) return
    void withChunkLimit(import('./follow-profile.ts'))
      .then(({ followProfile }) => followProfile())
      .catch((error: unknown) => console.info('The marks of notices could not be loaded', error))
  }
  addEventListener('profilechange', load)
  addEventListener('storage', ({ newValue }) => {
    if (!newValue?.includes('"profile":{')) return
    dataset['profile'] = ''
    load()
  })
  load()
}
