import { MoreRowsByAddress } from '#app/admin/table/more-rows.tsx'
import type { SentNotification } from '#app/data/push-client.ts'
import { PUSH_STATES, PUSH_TAB } from '#domain/admin/push-messages.ts'
import { dayAndTime, htmlTimestamp } from '#domain/dates.ts'
import { PUSH_HISTORY_ROWS } from '#domain/push/limits.ts'
import { formatNumber } from '#domain/numbers.ts'
import { PUSH_CATEGORY_LABELS } from '#domain/push/preferences.ts'
import { giveAgain } from './given-draft.ts'
import type { History } from './push-data.ts'

interface PushHistoryProps {
  history: History | null
  /** Whether the last read has failed. */
  hasFailed: boolean
}

/** The sent notifications, newest first. Further ones load when one scrolls near the end. */
export function PushHistory({ history, hasFailed }: PushHistoryProps) {
  const { rows = [], total = 0, hasMore = false } = history ?? {}
  return (
    <section aria-labelledby="push-history">
      <h2 id="push-history">
        History <span className="number">{history && formatNumber(total)}</span>
      </h2>
      {history && rows.length === 0 && <p className="hint">{PUSH_TAB.noneSent}</p>}
      <ul className="push-history" aria-busy={history === null}>
        {rows.map((notification) => (
          <Entry key={notification.id} {...notification} />
        ))}
      </ul>
      {hasMore && (
        <MoreRowsByAddress step={PUSH_HISTORY_ROWS} hasFailed={hasFailed}>
          {formatNumber(rows.length)} of {formatNumber(total)}
        </MoreRowsByAddress>
      )}
    </section>
  )
}

function Entry(notification: SentNotification) {
  const { title, body, category, url, created_at, send_at, state, recipients, sent, failed, event } = notification
  const { sender, approver, clicks } = notification
  const time = send_at ?? created_at
  return (
    <li>
      <h3>{title}</h3>
      <p className="words">{body}</p>
      <p className="about">
        <time dateTime={htmlTimestamp(time)}>{dayAndTime(time)}</time>
        <span>{event ? PUSH_TAB.toFollowers : PUSH_CATEGORY_LABELS[category]}</span>
        {sender && <span>{PUSH_TAB.from(sender)}</span>}
        {approver && <span>{PUSH_TAB.approvedBy(approver)}</span>}
        <a href={url}>{url}</a>
      </p>
      <p className="counts">
        <b>{PUSH_STATES[state]}</b> {formatNumber(sent)} of {formatNumber(recipients)}
        {failed > 0 && <span className="failed">, {formatNumber(failed)} failed</span>}
        {sent > 0 && <span>, {PUSH_TAB.clicks(formatNumber(clicks), clicks === 1)}</span>}
      </p>
      {!event && (
        <button
          type="button"
          className="button again"
          aria-label={`${PUSH_TAB.useAgain}: ${title}`}
          onClick={() => void giveAgain(notification, { isChange: false })}
        >
          {PUSH_TAB.useAgain}
        </button>
      )}
    </li>
  )
}
