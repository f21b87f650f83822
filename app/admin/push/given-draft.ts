import { confirm } from '#app/admin/feedback/confirm-dialog.tsx'
import { createOwnStore } from '#app/admin/session/own-store.ts'
import { hasUnsavedWork } from '#app/admin/session/unsaved-work.ts'
import type { ChangedPush, PushDraft, SentNotification } from '#app/data/push-client.ts'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { indianMinute } from '#domain/dates.ts'

/** What the form of a notification is to hold next. */
export interface GivenDraft {
  draft: PushDraft
  /** Chosen time in India, 'YYYY-MM-DDTHH:MM'; '' for at once. */
  time: string
  /** The notification that has not left and is changed; null for a new one. */
  changes: ChangedPush | null
  /** Whether it replaces a text that was typed meanwhile. */
  replaces: boolean
  /** What the form says of it; '' for nothing. */
  message: string
}

/** A text that was undone, or that somebody wants to use again. The form takes it. */
export const givenDraft = createOwnStore<GivenDraft>()

/** Puts the text of a notification into the form, after a question if the form holds another one. */
export async function giveAgain(notification: SentNotification, { isChange }: { isChange: boolean }): Promise<void> {
  const { question, yes } = { question: PUSH_TAB.replaceQuestion, yes: PUSH_TAB.replace }
  if (hasUnsavedWork() && !(await confirm({ question, yes }))) return
  const { id, version, scheduled_for: time } = notification
  givenDraft.set({
    draft: draftOf(notification),
    time: isChange && time ? indianMinute(time) : '',
    changes: isChange ? { id, version } : null,
    replaces: true,
    message: '',
  })
}

export function draftOf({ title, body, category, image, url }: SentNotification): PushDraft {
  return { title, body, category, image, url }
}
