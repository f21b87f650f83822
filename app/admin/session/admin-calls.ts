import { clientOfAct, newAct, type Act } from '#app/data/act.ts'
import { BackendError } from '#app/data/backend-error.ts'
import type { AdminClient } from '#app/data/admin-client.ts'
import type { AdminSession } from '#app/data/admin-session.ts'
import { READ, SESSION } from '#domain/admin/messages.ts'
import { READ_TIMEOUT_MS } from '#domain/limits.ts'
import { browserSession } from './session.ts'
import { askToSignIn, declineCount, hold } from './unsaved-work.ts'

/**
 * Reads data, in loaders and elsewhere; waits until the session is checked. When the read fails because the session has
 * ended, the session state is updated.
 */
export async function readAsAdmin<T>(read: (client: AdminClient) => Promise<T>): Promise<T> {
  const session = await browserSession()
  // Without a session the layout leads to the sign-in page.
  if ((await checked(session)) !== 'staff') throw new BackendError(SESSION.over, { code: '', status: 401 })
  try {
    return await withReadLimit(read(session.client))
  } catch (error) {
    await isOver(session, error)
    throw error
  }
}

/**
 * Makes a change. When it fails because the session has ended, this asks the user to sign in again and then retries, so
 * the change must be safe to repeat.
 *
 * @param act what the change belongs to, when others belong to it too
 */
export async function changeAsAdmin<T>(
  change: (client: AdminClient) => Promise<T>,
  act: Act = newAct('list'),
): Promise<T> {
  const session = await browserSession()
  const client = clientOfAct(session.client, act)
  await checked(session)
  const release = hold()
  const declinesBefore = declineCount()
  try {
    return await change(client)
  } catch (error) {
    if (!(await isOver(session, error))) throw error
    // Another request may have opened the dialog already: a user who has declined is not asked again.
    if (declineCount() === declinesBefore && (await askToSignIn())) return await change(client)
    throw new BackendError(SESSION.over, { code: '', status: 401 })
  } finally {
    release()
  }
}

/** A read that takes too long is not cancelled; its late answer is ignored. */
function withReadLimit<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = new BackendError(READ.late, { code: '', status: 0 })
    const timer = setTimeout(() => reject(late), READ_TIMEOUT_MS)
    void answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** @returns the kind of the session's state, once it is known */
function checked({ current, subscribe }: AdminSession): Promise<string> {
  return new Promise((resolve) => {
    const stop = subscribe(look)
    look()
    function look() {
      const { kind } = current()
      if (kind === 'checking') return
      stop()
      resolve(kind)
    }
  })
}

async function isOver(session: AdminSession, error: unknown): Promise<boolean> {
  return mayBeOver(error) && (await session.check()).kind !== 'staff'
}

/** Row-level security hides rows that a user may not change, so a change of no row may mean an ended session. */
function mayBeOver(error: unknown): boolean {
  return error instanceof BackendError && (error.status === 401 || error.status === 403 || error.code === 'PGRST116')
}
