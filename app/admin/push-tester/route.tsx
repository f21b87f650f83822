import { Problem } from '#app/admin/feedback/problem.tsx'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { TABLE } from '#domain/admin/messages.ts'
import { PUSH_TESTER } from '#domain/admin/push-messages.ts'
import { PUSH_PRESETS } from '#domain/admin/push-presets.ts'
import { PUSH_BROWSER } from '#domain/push/browser-messages.ts'
import type { Route } from './+types/route.ts'
import { usePushTester } from './use-push-tester.ts'

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, PUSH_TESTER.label)
}

/** Push notifications of this browser: permission, subscription and sample notifications. */
export default function PushTesterRoute() {
  const { state, isBusy, problem, outcome, ...tester } = usePushTester()
  const isSubscribed = state?.kind === 'subscribed'
  const permission = state?.kind === 'not-granted' && state.permission === 'denied' ? 'denied' : 'not requested'
  return (
    <>
      <header className="page-bar">
        <h1 tabIndex={-1}>{PUSH_TESTER.label}</h1>
        <button type="button" className="button" onClick={tester.refresh}>
          <AdminIcon name="refresh" />
          {TABLE.refresh}
        </button>
      </header>
      <Problem message={problem} onClose={tester.closeProblem} />
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
