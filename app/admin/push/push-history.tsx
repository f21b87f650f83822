import type { SentNotification } from '#app/data/push-client.ts'
import { PUSH_STATES, PUSH_TAB } from '#domain/admin/push-messages.ts'
import { dayAndTime, htmlTimestamp } from '#domain/dates.ts'
import { formatNumber } from '#domain/numbers.ts'
import { PUSH_CATEGORY_LABELS } from '#domain/push/preferences.ts'

/** The sent notifications, newest first. */
export function PushHistory({ history }: { history: SentNotification[] | null }) {
  return (
    <section aria-labelledby="push-history">
      <h2 id="push-history">History</h2>
      {history?.length === 0 && <p className="hint">{PUSH_TAB.noneSent}</p>}
      <ul className="push-history" aria-busy={history === null}>
        {history?.map((notification) => (
          <Entry key={notification.id} {...notification} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ title, body, category, url, created_at, state, recipients, sent, failed }: SentNotification) {
  return (
    <li>
      <h3>{title}</h3>
      <p className="words">{body}</p>
      <p className="about">
        <time dateTime={htmlTimestamp(created_at)}>{dayAndTime(created_at)}</time>
        <span>{PUSH_CATEGORY_LABELS[category]}</span>
        <a href={url}>{url}</a>
      </p>
      <p className="counts">
        <b>{PUSH_STATES[state]}</b> {formatNumber(sent)} of {formatNumber(recipients)}
        {failed > 0 && <span className="failed">, {formatNumber(failed)} failed</span>}
      </p>
    </li>
  )
}
