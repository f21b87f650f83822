import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { BackendError } from '#app/data/backend-error.ts'
import type { StaffSession } from '#app/data/staff-session.ts'
import { SESSION } from '#domain/admin/messages.ts'
import { useSession } from './session-context.tsx'
import { SignInAgain } from './sign-in-again.tsx'

interface UnsavedWorkGuard {
  /** Something on the page would be lost with it. */
  hold: () => () => void
  isHeld: () => boolean
  /** @returns whether somebody of the staff is signed in again */
  askToSignIn: () => Promise<boolean>
  /** How often the answer was 'Not now'. */
  refusals: () => number
}

const UnsavedWorkContext = createContext<UnsavedWorkGuard | null>(null)

/**
 * Nothing is lost when a session ends in the middle: while there is unsaved work, or a change is under way, the page
 * stays and asks to sign in again in place, above it.
 */
export function UnsavedWorkProvider({ children }: { children: ReactNode }) {
  const holds = useRef(0)
  const [answer, setAnswer] = useState<((isBack: boolean) => void) | null>(null)
  const asking = useRef<Promise<boolean> | null>(null)
  const refused = useRef(0)

  const hold = useCallback(() => {
    holds.current += 1
    return () => {
      holds.current -= 1
    }
  }, [])
  const isHeld = useCallback(() => holds.current > 0, [])
  const askToSignIn = useCallback(() => {
    asking.current ??= new Promise<boolean>((resolve) => {
      setAnswer(() => (isBack: boolean) => {
        asking.current = null
        if (!isBack) refused.current += 1
        setAnswer(null)
        resolve(isBack)
      })
    })
    return asking.current
  }, [])
  const refusals = useCallback(() => refused.current, [])
  const [kept] = useState<UnsavedWorkGuard>(() => ({ hold, isHeld, askToSignIn, refusals }))
  return (
    <UnsavedWorkContext value={kept}>
      {children}
      {answer && <SignInAgain onDone={answer} />}
    </UnsavedWorkContext>
  )
}

export function useUnsavedWorkGuard(): UnsavedWorkGuard {
  const kept = useContext(UnsavedWorkContext)
  if (!kept) throw new Error('No UnsavedWorkProvider above')
  return kept
}

/**
 * Keeps the page as long as there are changes that are saved nowhere.
 *
 * @public
 */
export function useUnsavedWork(isUnsaved: boolean): void {
  const { hold } = useUnsavedWorkGuard()
  useEffect(() => (isUnsaved ? hold() : undefined), [hold, isUnsaved])
}

/**
 * @returns makes a change; when it failed because the session is over, asks to sign in again and repeats it, so only
 * changes that may be repeated are given to it
 */
export function useStaffCall(): <T>(change: () => Promise<T>) => Promise<T> {
  const session = useSession()
  const { hold, askToSignIn, refusals } = useUnsavedWorkGuard()
  return useCallback(
    async (change) => {
      const release = hold()
      const before = refusals()
      try {
        return await change()
      } catch (error) {
        if (!(await isOver(session, error))) throw error
        // A reading may have noticed first, and asked: one answer is enough for all that was under way.
        if (refusals() === before && (await askToSignIn())) return await change()
        throw new BackendError(SESSION.over, { code: '', status: 401 })
      } finally {
        release()
      }
    },
    [session, hold, askToSignIn, refusals],
  )
}

/** @returns reads something; when that failed because the session is over, the door of the back office learns of it */
export function useStaffRead(): <T>(read: () => Promise<T>) => Promise<T> {
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

async function isOver(session: StaffSession | null, error: unknown): Promise<boolean> {
  return mayBeOver(error) && (await session?.check())?.kind !== 'staff'
}

/** Row-level security hides a row from those who may not change it, so a change of nothing may mean the same. */
function mayBeOver(error: unknown): boolean {
  return error instanceof BackendError && (error.status === 401 || error.status === 403 || error.code === 'PGRST116')
}
