import { useCallback, useEffect, useRef, useState } from 'react'
import { useConfirm } from '#app/admin/feedback/confirm-dialog.tsx'
import { useToast } from '#app/admin/feedback/toasts.tsx'
import { useTabCounts } from '#app/admin/layout/tab-counts.tsx'
import { useStaffCall, useStaffRead } from '#app/admin/session/unsaved-work.tsx'
import { useStaffClient } from '#app/admin/session/session-context.tsx'
import { errorMessage } from '#app/admin/table/error-message.ts'
import { deleteRow, isGone } from '#app/data/admin-changes.ts'
import { fetchMessages, type ContactMessage } from '#app/data/contact-inbox.ts'
import { DONE, INBOX, TABLE } from '#domain/admin/messages.ts'
import { INBOX_MESSAGES } from '#domain/limits.ts'

interface Inbox {
  /** null while nothing has arrived. */
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
  const client = useStaffClient()
  const [read, call] = [useStaffRead(), useStaffCall()]
  const [confirm, say] = [useConfirm(), useToast()]
  const { recount } = useTabCounts()
  const [messages, setMessages] = useState<ContactMessage[] | null>(null)
  const [hasMore, setHasMore] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set())
  const asked = useRef(0)

  const load = useCallback(
    (after?: ContactMessage): Promise<void> => {
      const mine = ++asked.current
      return read(() => fetchMessages(client, { after, limit: INBOX_MESSAGES + 1 })).then(
        (found) => {
          if (mine !== asked.current) return
          const page = found.slice(0, INBOX_MESSAGES)
          setMessages((known) => (after ? [...(known ?? []), ...page] : page))
          setHasMore(found.length > INBOX_MESSAGES)
          setProblem(null)
        },
        (error: unknown) => {
          console.warn('The messages could not be fetched', error)
          if (mine === asked.current) setProblem(TABLE.fetchFailed(INBOX.label, errorMessage(error)))
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
      // Deleting what is gone has been done already, by whoever it was.
      if (!isGone(error)) {
        console.warn(`The message ${id} could not be deleted`, error)
        setRemoved((before) => new Set([...before].filter((other) => other !== id)))
        return setProblem(TABLE.deleteFailed(errorMessage(error)))
      }
    }
    setProblem(null)
    say({ words: DONE.deleted(subject) })
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
