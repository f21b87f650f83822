import { SESSION } from '#domain/admin/messages.ts'
import type { AdminClient } from './admin-client.ts'
import { refreshedSession } from './admin-session.ts'
import { BackendError } from './backend-error.ts'
import { saveSignal } from './save-signal.ts'

/** Where in the admin a change is made. */
export type ChangeSource = 'form' | 'list' | 'bulk' | 'import'

/** What is done at once, by one request or many; the history shows it, and undoes it, as one. */
export interface Act {
  /** A UUID. */
  readonly id: string
  readonly source: ChangeSource
}

/** @param id that of an act that is repeated, because its answer was lost */
export function newAct(source: ChangeSource, id: string = crypto.randomUUID()): Act {
  return { id, source }
}

/** The accounts of the acts of clients, '' for any. */
const owners = new WeakMap<AdminClient, string>()

/**
 * @param owner the account in whose name the act is made; '' for the one that is signed in. Nothing is sent as that of another
 *   one, which may have signed in since in another tab, between two calls of one act
 * @returns a client with the same session, whose changes of tables and calls of functions belong to an act, and are
 *   aborted without an answer in time: such a change may have been stored, and is safe to repeat
 * Source: docs/behaviour/history.md#acts
 */
export function clientOfAct(client: AdminClient, { id, source }: Act, owner = ''): AdminClient {
  // The library has headers for each client or each request; this client shares everything else with the given one.
  const [rest, functionsFetch] = [client['rest'], client['functionsFetch']]
  const headers = new Headers([...rest.headers, ['X-Act', id], ['X-Source', source]])
  const own = Object.create(client) as AdminClient
  owners.set(own, owner)
  return Object.defineProperties(own, {
    rest: {
      value: Object.create(rest, { headers: { value: headers }, fetch: { value: withToken(own, inTime(rest.fetch)) } }),
    },
    functionsFetch: { value: withToken(own, functionsFetch) },
  })
}

/** @returns a client with the same session, whose requests end with a signal, unless they have a time limit of their own */
export function clientUntil(client: AdminClient, signal: AbortSignal): AdminClient {
  const { fetch: send = fetch } = client['rest']
  const until: typeof fetch = (input, init) => send(input, { ...init, signal: init?.signal ?? signal })
  const rest: unknown = Object.create(client['rest'], { fetch: { value: until } })
  return Object.create(client, { rest: { value: rest } }) as AdminClient
}

/**
 * @param client of an act, or of the session
 * @returns the access token of the owner of the act
 * @throws BackendError (401) when the owner is not signed in any more, or the token could not be refreshed
 */
export async function tokenOf(client: AdminClient): Promise<string> {
  const session = await refreshedSession(client)
  const owner = owners.get(client) ?? ''
  if (!session || (owner !== '' && session.user.id !== owner))
    throw new BackendError(SESSION.over, { code: '', status: 401 })
  return session.access_token
}

/** @returns a function that sends requests with the token of an act; without one it answers as the server does, and sends nothing */
function withToken(client: AdminClient, send = fetch): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    try {
      headers.set('Authorization', `Bearer ${await tokenOf(client)}`)
    } catch (error) {
      if (!(error instanceof BackendError)) throw error
      const { message, status } = error
      // Tables answer with 'message', the push function with 'error'.
      return Response.json({ message, error: message }, { status })
    }
    return send(input, { ...init, headers })
  }
}

/** @returns a function that aborts requests after the time limit of a save, unless they have a limit of their own */
function inTime(send = fetch): typeof fetch {
  return (input, init) => send(input, { ...init, signal: init?.signal ?? saveSignal(textOf(init?.body)) })
}

function textOf(body: BodyInit | null | undefined): string {
  return typeof body === 'string' ? body : ''
}
