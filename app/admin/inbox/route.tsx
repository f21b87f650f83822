import type { ReactNode } from 'react'
import { useFetchers, useSubmit } from 'react-router'
import { confirmDeletion } from '#app/admin/feedback/confirm-dialog.tsx'
import { load, useLastValue, type Loaded } from '#app/admin/feedback/loaded.ts'
import { Problem } from '#app/admin/feedback/problem.tsx'
import { report } from '#app/admin/feedback/report.ts'
import { SelectedItemsBar, useSelectedItems } from '#app/admin/feedback/selected-items.tsx'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { EmptyList } from '#app/admin/layout/empty-list.tsx'
import { AdminNotFound } from '#app/admin/layout/admin-not-found.tsx'
import { useTabCounts } from '#app/admin/layout/tab-counts.tsx'
import { PageHead } from '#app/admin/layout/page-head.tsx'
import { firstRows, rowsOf, type FirstRows } from '#app/admin/table/first-rows.ts'
import { MoreRowsByAddress } from '#app/admin/table/more-rows.tsx'
import { useIsAdmin } from '#app/admin/session/session.ts'
import { deleteMessages, deleteMessagesUpTo, fetchMessages, type ContactMessage } from '#app/data/contact-inbox.ts'
import { useSite } from '#app/admin/use-site.ts'
import { BULK } from '#domain/admin/bulk-messages.ts'
import { DONE, INBOX, SELECTION, TABLE } from '#domain/admin/messages.ts'
import { dayAndTime, htmlTimestamp } from '#domain/dates.ts'
import { INBOX_MAX, INBOX_MESSAGES } from '#domain/limits.ts'
import { formatNumber } from '#domain/numbers.ts'
import type { Route } from './+types/route.ts'

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, INBOX.label)
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const rows = rowsOf(new URL(request.url).searchParams, INBOX_MESSAGES)
  return load(INBOX.label, (client) => firstRows<ContactMessage>(rows, (page) => fetchMessages(client, page)))
}

/** Messages to delete: these, or with `upTo` one and all that arrived before it. */
type Deletion = ({ ids: number[] } | { upTo: number }) & {
  /** What is deleted, for the messages about it. */
  what: string
}

function deletes(deletion: Deletion, { id }: ContactMessage): boolean {
  return 'ids' in deletion ? deletion.ids.includes(id) : id <= deletion.upTo
}

/** Deletes messages. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const deletion = (await request.json()) as Deletion
  const about = { done: DONE.deleted(deletion.what), failed: TABLE.deleteFailed }
  return report(
    (client) => ('ids' in deletion ? deleteMessages(client, deletion.ids) : deleteMessagesUpTo(client, deletion.upTo)),
    about,
  )
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
  const deletions = useFetchers().flatMap(({ json, formAction }) =>
    formAction?.startsWith(INBOX.path) ? [json as unknown as Deletion] : [],
  )
  const messages = rows?.filter((message) => !deletions.some((deletion) => deletes(deletion, message)))
  const total = useTabCounts().contact_messages
  // Further messages, which are deleted as well, would load one after the other.
  const isEmptied = deletions.some((deletion) => 'upTo' in deletion)
  if (!isOn) return <AdminNotFound />
  return (
    <>
      <PageHead label={INBOX.label} total={total} loaded={loaded}>
        {messages && messages.length > 0 && <DeleteAll messages={messages} total={total} />}
      </PageHead>
      <Problem message={total !== undefined && total >= INBOX_MAX ? INBOX.full(formatNumber(INBOX_MAX)) : null} />
      <Messages messages={messages ?? []} isBusy={rows === null} />
      {messages?.length === 0 && !hasMore && (
        <EmptyList icon="inbox" heading={INBOX.none}>
          <p>{INBOX.noneHint}</p>
        </EmptyList>
      )}
      {hasMore && !isEmptied && (
        <MoreRowsByAddress step={INBOX_MESSAGES} hasFailed={loaded?.problem != null}>
          {`${formatNumber(rows?.length ?? 0)} of ${total === undefined ? 'more' : formatNumber(total)}`}
        </MoreRowsByAddress>
      )}
    </>
  )
}

/** @param messages.messages those that are shown: what has arrived since they were read is not deleted */
function DeleteAll({ messages, total }: { messages: readonly ContactMessage[]; total: number | undefined }) {
  const submit = useSubmit()
  const isAdmin = useIsAdmin()
  async function removeAll() {
    const upTo = Math.max(...messages.map(({ id }) => id))
    const what = total === undefined ? INBOX.all : INBOX.allOf(formatNumber(total))
    if (!(await confirmDeletion(INBOX.allAbout, TABLE.deleteQuestions(what)))) return
    const deletion: Deletion = { upTo, what: INBOX.all }
    void submit(deletion, { method: 'DELETE', encType: 'application/json', navigate: false })
  }
  return (
    isAdmin && (
      <button type="button" className="button" onClick={() => void removeAll()}>
        <AdminIcon name="delete" />
        {INBOX.deleteAll}
      </button>
    )
  )
}

function Messages({ messages, isBusy }: { messages: readonly ContactMessage[]; isBusy: boolean }) {
  const submit = useSubmit()
  const isAdmin = useIsAdmin()
  const { selected, isSelected, toggle, selectAll, clear } = useSelectedItems(messages, ({ id }) => id)

  function remove(removed: readonly ContactMessage[], what: string) {
    const deletion = { ids: removed.map(({ id }) => id), what }
    void submit(deletion, { method: 'DELETE', encType: 'application/json', navigate: false })
  }
  async function removeOne(message: ContactMessage) {
    if (await confirmDeletion(message.subject)) remove([message], message.subject)
  }
  async function removeSelected() {
    const what = INBOX.messages(selected.length)
    const about = BULK.firstTitles(selected.map(({ subject }) => subject))
    // If it fails, they are listed again, and are still selected.
    if (await confirmDeletion(about, TABLE.deleteQuestions(what))) remove(selected, what)
  }

  return (
    <>
      <ul className="inbox" aria-label={INBOX.label} aria-busy={isBusy}>
        {messages.map((message) => (
          <li key={message.id}>
            <Message message={message}>
              {isAdmin && (
                <div className="acts">
                  <label>
                    <input
                      type="checkbox"
                      checked={isSelected(message)}
                      aria-label={SELECTION.select(message.subject)}
                      onChange={() => toggle(message)}
                    />
                    {INBOX.select}
                  </label>
                  <button
                    type="button"
                    className="button"
                    aria-label={`${TABLE.delete} ${message.subject}`}
                    onClick={() => void removeOne(message)}
                  >
                    <AdminIcon name="delete" />
                    {TABLE.delete}
                  </button>
                </div>
              )}
            </Message>
          </li>
        ))}
      </ul>
      <SelectedItemsBar selected={selected} selectAll={selectAll} clear={clear}>
        <button type="button" className="button danger" onClick={() => void removeSelected()}>
          <AdminIcon name="delete" />
          {TABLE.delete}
        </button>
      </SelectedItemsBar>
    </>
  )
}

/** A message. Its text is untrusted and shown as plain text. */
function Message({ message, children }: { message: ContactMessage; children: ReactNode }) {
  const { created_at, name, email, subject } = message
  const replyLink = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`
  return (
    <article>
      <h2>{subject}</h2>
      <p className="from">
        {name} <a href={replyLink}>{email}</a>{' '}
        <time dateTime={htmlTimestamp(created_at)}>{dayAndTime(created_at)}</time>
      </p>
      <p className="words">{message.message}</p>
      {children}
    </article>
  )
}
