import { useCallback, useEffect, useRef, useState } from 'react'
import { useConfirm } from '#app/admin/feedback/confirm-dialog.tsx'
import { useToast } from '#app/admin/feedback/toasts.tsx'
import { useTabCounts } from '#app/admin/layout/tab-counts.tsx'
import { useAdminCall, useAdminRead } from '#app/admin/session/unsaved-work.tsx'
import { useAdminClient } from '#app/admin/session/session-context.tsx'
import { errorMessage } from '#app/admin/table/error-message.ts'
import { deleteRow, isGone } from '#app/data/admin-changes.ts'
import { fetchMessages, type ContactMessage } from '#app/data/contact-inbox.ts'
import { DONE, INBOX, TABLE } from '#domain/admin/messages.ts'
import { INBOX_MESSAGES } from '#domain/limits.ts'

interface Inbox {
  /** null while they are loading. */
  messages: ContactMessage[] | null
  hasMore: boolean
  problem: string | null
  closeProblem: () => void
  refresh: () => void
  more: () => void
  remove: (message: ContactMessage) => void
}

/** The messages of the contact page, a page at a time. */
export function useInbox(): Inbox {
  const client = useAdminClient()
  const [read, call] = [useAdminRead(), useAdminCall()]
  const [confirm, showToast] = [useConfirm(), useToast()]
  const { recount } = useTabCounts()
  const [messages, setMessages] = useState<ContactMessage[] | null>(null)
  const [hasMore, setHasMore] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set())
  const lastRequest = useRef(0)

  const load = useCallback(
    (after?: ContactMessage): Promise<void> => {
      const request = ++lastRequest.current
      return read(() => fetchMessages(client, { after, limit: INBOX_MESSAGES + 1 })).then(
        (found) => {
          if (request !== lastRequest.current) return
          const page = found.slice(0, INBOX_MESSAGES)
          setMessages((known) => (after ? [...(known ?? []), ...page] : page))
          setHasMore(found.length > INBOX_MESSAGES)
          setProblem(null)
        },
        (error: unknown) => {
          console.warn('The contact messages could not be fetched', error)
          if (request === lastRequest.current) setProblem(TABLE.fetchFailed(INBOX.label, errorMessage(error)))
        },
      )
    },
    [client, read],
  )
  useEffect(() => {
    void load()
  }, [load])

  async function remove({ id, subject }: ContactMessage) {
    if (!(await confirm({ question: TABLE.deleteQuestion, about: subject, yes: TABLE.delete, isDangerous: true })))
      return
    setRemoved((before) => new Set(before).add(id))
    try {
      await call(() => deleteRow(client, { table: 'contact_messages', id }))
    } catch (error) {
      // A message that no longer exists counts as deleted.
      if (!isGone(error)) {
        console.warn(`The contact message ${id} could not be deleted`, error)
        setRemoved((before) => new Set([...before].filter((other) => other !== id)))
        return setProblem(TABLE.deleteFailed(errorMessage(error)))
      }
    }
    setProblem(null)
    showToast({ message: DONE.deleted(subject) })
    recount()
  }

  return {
    messages: messages?.filter(({ id }) => !removed.has(id)) ?? null,
    hasMore,
    problem,
    closeProblem: () => setProblem(null),
    refresh: () => void load(),
    more: () => void load(messages?.at(-1)),
    remove: (message) => void remove(message),
  }
}
