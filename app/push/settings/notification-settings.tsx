import type { ReactNode } from 'react'
import { obstacleOf } from '#app/push/obstacle.ts'
import type { PushKeys, PushState } from '#app/push/push-subscription.ts'
import { PRIVACY_PATH } from '#domain/page-paths.ts'
import { PUSH_TOPICS } from '#domain/push/preferences.ts'
import { Followed } from './followed.tsx'
import { useNotifications } from './use-notifications.ts'
import { NOTIFICATIONS } from './words.ts'

/** The switch for this device, the topics, and a test message. */
export function NotificationSettings(keys: PushKeys) {
  const { state, preferences, outcome, isBusy, ...actions } = useNotifications(keys)
  const isOn = state?.kind === 'subscribed'
  const isPossible =
    isOn || state?.kind === 'granted' || (state?.kind === 'not-granted' && state.permission === 'default')

  return (
    <div className="notification-settings">
      <section className={isOn ? 'notification-state on' : 'notification-state'} aria-label={NOTIFICATIONS.state}>
        <StateText state={state} />
        <div className="button-row">
          {/* One element in both states, so that the focus stays on it. */}
          <button
            type="button"
            className={isOn ? 'button' : 'button primary'}
            disabled={!isPossible}
            aria-disabled={(isPossible && isBusy) || undefined}
            onClick={isBusy ? undefined : isOn ? actions.turnOff : actions.turnOn}
          >
            {isOn ? NOTIFICATIONS.turnOff : NOTIFICATIONS.turnOn}
          </button>
          {isOn && (
            <button type="button" className="button" aria-disabled={isBusy} onClick={isBusy ? undefined : actions.test}>
              {NOTIFICATIONS.test}
            </button>
          )}
        </div>
        <output className={outcome.hasFailed ? 'refused' : 'done'}>{outcome.message}</output>
      </section>
      <fieldset disabled={!isPossible}>
        <legend>{NOTIFICATIONS.about}</legend>
        {PUSH_TOPICS.map(({ category, label, example }) => (
          <label key={category}>
            <input
              type="checkbox"
              name={category}
              checked={preferences[category] ?? false}
              onChange={(event) => actions.choose(category, event.target.checked)}
            />
            <span>
              <b>{label}</b>
              {example}
            </span>
          </label>
        ))}
      </fieldset>
      <Followed keys={keys} endpoint={isOn ? state.endpoint : null} />
      <p className="hint">
        {NOTIFICATIONS.stored} <a href={PRIVACY_PATH}>Privacy Policy</a>
      </p>
    </div>
  )
}

/** The state as text, with what the visitor can do about it. */
function StateText({ state }: { state: PushState | null }): ReactNode {
  if (!state) return <Checking />
  if (state.kind === 'subscribed') return <Explained title={NOTIFICATIONS.on} text={NOTIFICATIONS.onText} />
  return <Explained {...(obstacleOf(state) ?? { title: NOTIFICATIONS.off, text: NOTIFICATIONS.offText })} />
}

/** Before the script has found the state; without scripts it never does. */
function Checking() {
  return (
    <div>
      <noscript>
        <h2>{NOTIFICATIONS.impossible}</h2>
      </noscript>
      <h2 className="checking">{NOTIFICATIONS.checking}</h2>
      <p>{NOTIFICATIONS.needsScripts}</p>
    </div>
  )
}

function Explained({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  )
}
