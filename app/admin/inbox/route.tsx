import { Problem } from '#app/admin/feedback/problem.tsx'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { AdminNotFound } from '#app/admin/layout/admin-not-found.tsx'
import { useTabCounts } from '#app/admin/layout/tab-counts.tsx'
import type { ContactMessage } from '#app/data/contact-inbox.ts'
import { useSite } from '#app/admin/use-site.ts'
import { INBOX, TABLE } from '#domain/admin/messages.ts'
import { dayAndTime, isoMoment } from '#domain/dates.ts'
import { formatNumber } from '#domain/numbers.ts'
import type { Route } from './+types/route.ts'
import { useInbox } from './use-inbox.ts'

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, INBOX.label)
}

/** The page exists only where the operator has turned the inbox on. */
export default function InboxRoute() {
  return useSite().site.contactInbox ? <Inbox /> : <AdminNotFound />
}

function Inbox() {
  const { messages, hasMore, problem, closeProblem, refresh, more, remove } = useInbox()
  const total = useTabCounts().counts.contact_messages
  return (
    <>
      <header className="page-bar">
        <h1 tabIndex={-1}>
          {INBOX.label} <span className="number">{total === undefined ? '' : formatNumber(total)}</span>
        </h1>
        <button type="button" className="button" onClick={refresh}>
          <AdminIcon name="refresh" />
          {TABLE.refresh}
        </button>
      </header>
      <Problem message={problem} onClose={closeProblem} />
      <ul className="inbox" aria-label={INBOX.label} aria-busy={messages === null}>
        {messages?.map((message) => (
          <Message key={message.id} message={message} onDelete={() => remove(message)} />
        ))}
      </ul>
      {messages?.length === 0 && !hasMore && (
        <div className="admin-empty">
          <AdminIcon name="inbox" />
          <h2>{INBOX.none}</h2>
          <p>{INBOX.noneHint}</p>
        </div>
      )}
      {hasMore && (
        <p className="more">
          <button type="button" className="button" onClick={more}>
            Show more
          </button>
        </p>
      )}
    </>
  )
}

/** A message. Its text is untrusted and shown as plain text. */
function Message({ message, onDelete }: { message: ContactMessage; onDelete: () => void }) {
  const { created_at, name, email, subject } = message
  const replyLink = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`
  return (
    <li>
      <article>
        <h2>{subject}</h2>
        <p className="from">
          {name} <a href={replyLink}>{email}</a> <time dateTime={isoMoment(created_at)}>{dayAndTime(created_at)}</time>
        </p>
        <p className="words">{message.message}</p>
        <button type="button" className="button" aria-label={`${TABLE.delete} ${subject}`} onClick={onDelete}>
          <AdminIcon name="delete" />
          {TABLE.delete}
        </button>
      </article>
    </li>
  )
}
