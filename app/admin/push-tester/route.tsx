import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { PageHead } from '#app/admin/layout/page-head.tsx'
import { readPushState, type PushState } from '#app/push/push-subscription.ts'
import { PUSH_TESTER } from '#domain/admin/push-messages.ts'
import { PUSH_PRESETS } from '#domain/admin/push-presets.ts'
import { PUSH_BROWSER } from '#domain/push/browser-messages.ts'
import type { Route } from './+types/route.ts'
import { usePushTester } from './use-push-tester.ts'

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, PUSH_TESTER.label)
}

export function clientLoader(): Promise<PushState | null> {
  return readPushState().catch((error: unknown) => {
    console.warn('The push state could not be read', error)
    return null
  })
}

export function HydrateFallback() {
  return <PushTester state={null} />
}

export default function PushTesterRoute({ loaderData }: Route.ComponentProps) {
  return <PushTester state={loaderData} />
}

/** Push notifications of this browser: permission, subscription and sample notifications. */
function PushTester({ state }: { state: PushState | null }) {
  const { isBusy, outcome, ...tester } = usePushTester(state)
  const isSubscribed = state?.kind === 'subscribed'
  const permission = state?.kind === 'not-granted' && state.permission === 'denied' ? 'denied' : 'not requested'
  return (
    <>
      <PageHead label={PUSH_TESTER.label} />
      <div className="push-page">
        <section aria-labelledby="this-browser">
          <h2 id="this-browser">This browser</h2>
          {state?.kind === 'unsupported' ? (
            <p>{PUSH_BROWSER.unsupported}</p>
          ) : (
            <dl className="push-numbers" aria-busy={state === null}>
              <div>
                <dt>Permission</dt>
                <dd>{state === null ? '–' : state.kind === 'not-granted' ? permission : 'granted'}</dd>
              </div>
              <div>
                <dt>Subscription</dt>
                <dd>{state === null ? '–' : isSubscribed ? 'subscribed' : 'not subscribed'}</dd>
              </div>
            </dl>
          )}
          <div className="button-row push-buttons">
            {isSubscribed ? (
              <button type="button" className="button" disabled={isBusy} onClick={tester.unsubscribe}>
                Unsubscribe
              </button>
            ) : (
              <button
                type="button"
                className="button primary"
                disabled={isBusy || state === null || state.kind === 'unsupported'}
                onClick={tester.subscribe}
              >
                Subscribe
              </button>
            )}
            <button type="button" className="button" disabled={isBusy || !isSubscribed} onClick={tester.test}>
              Send test notification
            </button>
          </div>
          <output className="push-outcome">{outcome}</output>
        </section>
        <section aria-labelledby="presets">
          <h2 id="presets">Presets</h2>
          <p className="hint">Each one comes to this browser alone, the way a real one does.</p>
          <ul className="push-presets">
            {PUSH_PRESETS.map((preset) => (
              <li key={preset.name}>
                <h3>{preset.title}</h3>
                <p>{preset.body}</p>
                <button
                  type="button"
                  className="button"
                  disabled={isBusy || !isSubscribed}
                  onClick={() => tester.show(preset)}
                >
                  {preset.name}
                </button>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}
