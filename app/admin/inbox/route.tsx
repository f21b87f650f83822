import { useFetchers, useSubmit } from 'react-router'
import { confirmDeletion } from '#app/admin/feedback/confirm-dialog.tsx'
import { load, useLastValue, type Loaded } from '#app/admin/feedback/loaded.ts'
import { PageProblem } from '#app/admin/feedback/page-problem.tsx'
import { RefreshButton } from '#app/admin/feedback/refresh-button.tsx'
import { reportDeletion } from '#app/admin/feedback/report.ts'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { EmptyList } from '#app/admin/layout/empty-list.tsx'
import { AdminNotFound } from '#app/admin/layout/admin-not-found.tsx'
import { useTabCounts } from '#app/admin/layout/tab-counts.tsx'
import { firstRows, rowsOf, type FirstRows } from '#app/admin/table/first-rows.ts'
import { MoreRowsByAddress } from '#app/admin/table/more-rows.tsx'
import { useIsAdmin } from '#app/admin/session/session.ts'
import { fetchMessages, type ContactMessage } from '#app/data/contact-inbox.ts'
import { useSite } from '#app/admin/use-site.ts'
import { INBOX, TABLE } from '#domain/admin/messages.ts'
import { dayAndTime, htmlTimestamp } from '#domain/dates.ts'
import { INBOX_MESSAGES } from '#domain/limits.ts'
import { formatNumber } from '#domain/numbers.ts'
import type { Route } from './+types/route.ts'

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, INBOX.label)
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const rows = rowsOf(new URL(request.url).searchParams, INBOX_MESSAGES)
  return load(INBOX.label, (client) => firstRows<ContactMessage>(rows, (page) => fetchMessages(client, page)))
}

/** Deletes a message. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const { id, subject } = (await request.json()) as ContactMessage
  return reportDeletion({ table: 'contact_messages', id }, subject)
}

export function HydrateFallback() {
  return <Inbox />
}

export default function InboxRoute({ loaderData }: Route.ComponentProps) {
  return <Inbox loaded={loaderData} />
}

/** The messages of the contact page. It exists only where the operator has turned the inbox on. */
function Inbox({ loaded }: { loaded?: Loaded<FirstRows<ContactMessage>> }) {
  const isOn = useSite().site.contactInbox
  const { rows, hasMore } = useLastValue(loaded) ?? { rows: null, hasMore: false }
  const deleted = useFetchers().map(({ json }) => (json as { id?: unknown } | undefined)?.id)
  const messages = rows?.filter(({ id }) => !deleted.includes(id))
  const total = useTabCounts().contact_messages
  if (!isOn) return <AdminNotFound />
  return (
    <>
      <header className="page-bar">
        <h1 tabIndex={-1}>
          {INBOX.label} <span className="number">{total === undefined ? '' : formatNumber(total)}</span>
        </h1>
        <RefreshButton />
      </header>
      <PageProblem loaded={loaded} />
      <ul className="inbox" aria-label={INBOX.label} aria-busy={rows === null}>
        {messages?.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ul>
      {messages?.length === 0 && !hasMore && (
        <EmptyList icon="inbox" heading={INBOX.none}>
          <p>{INBOX.noneHint}</p>
        </EmptyList>
      )}
      {hasMore && (
        <MoreRowsByAddress step={INBOX_MESSAGES} hasFailed={loaded?.problem != null}>
          {`${formatNumber(rows?.length ?? 0)} of ${total === undefined ? 'more' : formatNumber(total)}`}
        </MoreRowsByAddress>
      )}
    </>
  )
}

/** A message. Its text is untrusted and shown as plain text. */
function Message({ message }: { message: ContactMessage }) {
  const { id, created_at, name, email, subject } = message
  const submit = useSubmit()
  const isAdmin = useIsAdmin()
  const replyLink = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`

  async function remove() {
    if (await confirmDeletion(subject))
      void submit({ id, subject }, { method: 'DELETE', encType: 'application/json', navigate: false })
  }

  return (
    <li>
      <article>
        <h2>{subject}</h2>
        <p className="from">
          {name} <a href={replyLink}>{email}</a>{' '}
          <time dateTime={htmlTimestamp(created_at)}>{dayAndTime(created_at)}</time>
        </p>
        <p className="words">{message.message}</p>
        {isAdmin && (
          <button
            type="button"
            className="button"
            aria-label={`${TABLE.delete} ${subject}`}
            onClick={() => void remove()}
          >
            <AdminIcon name="delete" />
            {TABLE.delete}
          </button>
        )}
      </article>
    </li>
  )
}
