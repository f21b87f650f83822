import { useEffect } from 'react'
import { createStore } from '#app/admin/feedback/store.ts'

/**
 * Prevents the loss of unsaved work when a session ends: while there is unsaved work, or a change is in flight, the
 * page stays open and a dialog asks the user to sign in again.
 */
let holds = 0
let declines = 0
let asking: Promise<boolean> | null = null

/** Closes the open sign-in dialog with the answer whether an admin has signed in again; null while none is open. */
export const signInDialog = createStore<((isBack: boolean) => void) | null>(null)

/** Marks the page as having unsaved work. @returns a function that removes the mark */
export function hold(): () => void {
  holds += 1
  return () => {
    holds -= 1
  }
}

export function hasUnsavedWork(): boolean {
  return holds > 0
}

/** Opens the sign-in dialog. @returns whether an admin has signed in again */
export function askToSignIn(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    signInDialog.set((isBack) => {
      asking = null
      if (!isBack) declines += 1
      signInDialog.set(null)
      resolve(isBack)
    })
  })
  return asking
}

/** How many times the user has pressed 'Not now'. */
export function declineCount(): number {
  return declines
}

/** Marks the page as having unsaved work while `isUnsaved` is true. */
export function useUnsavedWork(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? hold() : undefined), [isUnsaved])
}
