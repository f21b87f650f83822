import { clientOfAct, clientUntil, newAct, type Act, type ChangeSource } from '#app/data/act.ts'
import { BackendError } from '#app/data/backend-error.ts'
import type { AdminClient } from '#app/data/admin-client.ts'
import { allowRefresh, refreshedSession, type AdminSession } from '#app/data/admin-session.ts'
import { SESSION } from '#domain/admin/messages.ts'
import { letReadsGiveWay, readInTime } from './reads.ts'
import { browserSession, latestAccount } from './session.ts'
import { askToSignIn, declineCount, hold } from './unsaved-work.ts'

/**
 * Reads data, in loaders and elsewhere; waits until the session is checked. When the read fails because the session has
 * ended, the session state is updated.
 */
export async function readAsAdmin<T>(read: (client: AdminClient) => Promise<T>): Promise<T> {
  const session = await browserSession()
  // Without a session the layout leads to the sign-in page.
  if ((await checked(session)) !== 'staff') throw new BackendError(SESSION.over, { code: '', status: 401 })
  const readNow = () =>
    readInTime(async (signal) => {
      await refreshedSession(session.client)
      return read(clientUntil(session.client, signal))
    })
  try {
    return await readNow()
  } catch (error) {
    if ((await isOver(session, error)) || !isTokenRejected(error)) throw error
    return readNow()
  }
}

/** An act of which requests are sent later than it began: in between, the user may sign out, or another one may sign in. */
export interface BegunAct extends Act {
  /** The account in whose name it is made. */
  owner: string
  /** How often the user had declined to sign in again when it began. */
  declinesBefore: number
}

/**
 * To be called when the user has decided on the act.
 *
 * @param attempt.id of an act that is attempted again; a new one by default
 * @param attempt.owner by default the account that is signed in
 */
export function beginAct(source: ChangeSource, attempt: { id?: string | undefined; owner?: string } = {}): BegunAct {
  const { id, owner = latestAccount() } = attempt
  return { ...newAct(source, id), owner, declinesBefore: declineCount() }
}

/**
 * Makes a change. When its session has ended, or another account has signed in meanwhile, this asks the owner of the
 * change to sign in again, and makes it then, so the change must be safe to repeat.
 *
 * @param act what the change belongs to, when others belong to it too
 * @param owner the account in whose name it is made; '' for the one who is signed in
 */
export function changeAsAdmin<T>(
  change: (client: AdminClient) => Promise<T>,
  act: Act | BegunAct = newAct('list'),
  owner = 'owner' in act ? act.owner : latestAccount(),
): Promise<T> {
  return letReadsGiveWay(changeAs(owner, act, change))
}

async function changeAs<T>(
  owner: string,
  act: Act | BegunAct,
  change: (client: AdminClient) => Promise<T>,
): Promise<T> {
  const session = await browserSession()
  const client = clientOfAct(session.client, act, owner)
  await checked(session)
  allowRefresh(session.client)
  const release = hold(owner)
  const declinesBefore = 'declinesBefore' in act ? act.declinesBefore : declineCount()
  const ask = async () => {
    // Another request may have opened the dialog already: a user who has declined, or has signed out, is not asked again.
    const isBack = declineCount() === declinesBefore && (await askToSignIn(owner))
    if (!isBack || (await isOfAnother(session, owner))) throw new BackendError(SESSION.over, { code: '', status: 401 })
  }
  try {
    if (await isOfAnother(session, owner)) {
      // The dialog is to name who has signed in.
      await session.check()
      await ask()
    }
    return await change(client).catch(async (error: unknown) => {
      const isMissing = await isSessionMissing(session, owner, error)
      if (!isMissing && !isTokenRejected(error)) throw error
      if (isMissing) await ask()
      return change(client)
    })
  } finally {
    release()
  }
}

/** @returns whether the session of the browser, which another tab may have just replaced, belongs to another account */
async function isOfAnother({ client }: AdminSession, owner: string): Promise<boolean> {
  const account = (await refreshedSession(client))?.user.id
  return owner !== '' && account !== undefined && account !== owner
}

/** @returns whether a change failed for the lack of a session of its owner, which has ended; another account may have signed in since */
async function isSessionMissing(session: AdminSession, owner: string, error: unknown): Promise<boolean> {
  return (await isOver(session, error)) || (mayBeOver(error) && (await isOfAnother(session, owner)))
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

/**
 * Whether a call was rejected for its token. While its session goes on, the token had expired unnoticed, because the clock of the
 * device was changed, and is renewed by the check that it has not ended.
 */
function isTokenRejected(error: unknown): boolean {
  return error instanceof BackendError && error.status === 401
}

/** Row-level security hides rows that a user may not change, so a change of no row may mean an ended session. */
function mayBeOver(error: unknown): boolean {
  return error instanceof BackendError && (error.status === 401 || error.status === 403 || error.code === 'PGRST116')
}
