import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { BackendError } from '#app/data/backend-error.ts'
import type { AdminSession } from '#app/data/admin-session.ts'
import { SESSION } from '#domain/admin/messages.ts'
import { useSession } from './session-context.tsx'
import { SignInAgain } from './sign-in-again.tsx'

interface UnsavedWorkGuard {
  /** Marks the page as having unsaved work. @returns a function that removes the mark */
  hold: () => () => void
  hasUnsavedWork: () => boolean
  /** Opens the sign-in dialog. @returns whether an admin has signed in again */
  askToSignIn: () => Promise<boolean>
  /** How many times the user has pressed 'Not now'. */
  declineCount: () => number
}

const UnsavedWorkContext = createContext<UnsavedWorkGuard | null>(null)

/**
 * Prevents the loss of unsaved work when a session ends: while there is unsaved work, or a change is in flight, the
 * page stays open and a dialog asks the user to sign in again.
 */
export function UnsavedWorkProvider({ children }: { children: ReactNode }) {
  const holds = useRef(0)
  const [closeDialog, setCloseDialog] = useState<((isBack: boolean) => void) | null>(null)
  const asking = useRef<Promise<boolean> | null>(null)
  const declines = useRef(0)

  const hold = useCallback(() => {
    holds.current += 1
    return () => {
      holds.current -= 1
    }
  }, [])
  const hasUnsavedWork = useCallback(() => holds.current > 0, [])
  const askToSignIn = useCallback(() => {
    asking.current ??= new Promise<boolean>((resolve) => {
      setCloseDialog(() => (isBack: boolean) => {
        asking.current = null
        if (!isBack) declines.current += 1
        setCloseDialog(null)
        resolve(isBack)
      })
    })
    return asking.current
  }, [])
  const declineCount = useCallback(() => declines.current, [])
  const [guard] = useState<UnsavedWorkGuard>(() => ({ hold, hasUnsavedWork, askToSignIn, declineCount }))
  return (
    <UnsavedWorkContext value={guard}>
      {children}
      {closeDialog && <SignInAgain onDone={closeDialog} />}
    </UnsavedWorkContext>
  )
}

export function useUnsavedWorkGuard(): UnsavedWorkGuard {
  const guard = useContext(UnsavedWorkContext)
  if (!guard) throw new Error('No UnsavedWorkProvider above')
  return guard
}

/**
 * Marks the page as having unsaved work while `isUnsaved` is true.
 *
 * @public
 */
export function useUnsavedWork(isUnsaved: boolean): void {
  const { hold } = useUnsavedWorkGuard()
  useEffect(() => (isUnsaved ? hold() : undefined), [hold, isUnsaved])
}

/**
 * @returns a function that makes a change. When the change fails because the session has ended, it asks the user to
 * sign in again and then retries, so the change must be safe to repeat.
 */
export function useAdminCall(): <T>(change: () => Promise<T>) => Promise<T> {
  const session = useSession()
  const { hold, askToSignIn, declineCount } = useUnsavedWorkGuard()
  return useCallback(
    async (change) => {
      const release = hold()
      const declinesBefore = declineCount()
      try {
        return await change()
      } catch (error) {
        if (!(await isOver(session, error))) throw error
        // Another request may have opened the dialog already: a user who has declined is not asked again.
        if (declineCount() === declinesBefore && (await askToSignIn())) return await change()
        throw new BackendError(SESSION.over, { code: '', status: 401 })
      } finally {
        release()
      }
    },
    [session, hold, askToSignIn, declineCount],
  )
}

/** @returns a function that reads data; when that fails because the session has ended, the session state is updated */
export function useAdminRead(): <T>(read: () => Promise<T>) => Promise<T> {
  const session = useSession()
  return useCallback(
    async (read) => {
      try {
        return await read()
      } catch (error) {
        await isOver(session, error)
        throw error
      }
    },
    [session],
  )
}

async function isOver(session: AdminSession | null, error: unknown): Promise<boolean> {
  return mayBeOver(error) && (await session?.check())?.kind !== 'staff'
}

/** Row-level security hides rows that a user may not change, so a change of no row may mean an ended session. */
function mayBeOver(error: unknown): boolean {
  return error instanceof BackendError && (error.status === 401 || error.status === 403 || error.code === 'PGRST116')
}
