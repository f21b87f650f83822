import { useEffect } from 'react'
import { createStore } from '#app/admin/feedback/store.ts'
import { latestAccount } from './session.ts'

/**
 * Prevents the loss of unsaved work when a session ends: while there is unsaved work, or a change is in flight, the
 * page stays open and a dialog asks the user to sign in again.
 */
const holds = new Set<{ owner: string }>()
let declines = 0
let asking: Promise<boolean> | null = null

interface AskedSignIn {
  /** The account that has to sign in; '' for any. */
  owner: string
  /** Closes the dialog. @param isBack whether that account has signed in again */
  onDone: (isBack: boolean) => void
}

/** The open sign-in dialog; null while none is open. */
export const signInDialog = createStore<AskedSignIn | null>(null)

/**
 * Marks the page as having unsaved work.
 *
 * @param owner the account whose work it is
 * @returns a function that removes the mark
 */
export function hold(owner = latestAccount()): () => void {
  const mark = { owner }
  holds.add(mark)
  return () => void holds.delete(mark)
}

export function hasUnsavedWork(): boolean {
  return holds.size > 0
}

/** @returns the account whose unsaved work is the oldest of the page */
export function ownerOfUnsavedWork(): string {
  const [oldest] = holds
  return oldest?.owner ?? latestAccount()
}

/** Opens the sign-in dialog for the account whose work it is. @returns whether that one has signed in again */
export function askToSignIn(owner: string): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    signInDialog.set({
      owner,
      onDone(isBack) {
        asking = null
        if (!isBack) decline()
        signInDialog.set(null)
        resolve(isBack)
      },
    })
  })
  return asking
}

/** Gives up what waits for the session: the user has pressed 'Not now', or 'Sign out'. */
export function decline(): void {
  declines += 1
}

/** How many times `decline` was called. */
export function declineCount(): number {
  return declines
}

/** Marks the page as having unsaved work of an account while `isUnsaved` is true. */
export function useUnsavedWork(isUnsaved: boolean, owner?: string): void {
  useEffect(() => (isUnsaved ? hold(owner) : undefined), [isUnsaved, owner])
}
