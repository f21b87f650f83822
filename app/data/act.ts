import type { AdminClient } from './admin-client.ts'
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

/**
 * @returns a client with the same session, whose changes of tables and calls of functions belong to an act, and are
 *   aborted without an answer in time: such a change may have been stored, and is safe to repeat
 * Source: docs/behaviour/history.md#acts
 */
export function clientOfAct(client: AdminClient, { id, source }: Act): AdminClient {
  // The library has headers for each client or each request; this client shares everything else with the given one.
  const rest = client['rest']
  const headers = new Headers([...rest.headers, ['X-Act', id], ['X-Source', source]])
  return Object.create(client, {
    rest: { value: Object.create(rest, { headers: { value: headers }, fetch: { value: inTime(rest.fetch) } }) },
  }) as AdminClient
}

/** @returns a function that aborts requests after the time limit of a save, unless they have a limit of their own */
function inTime(send = fetch): typeof fetch {
  return (input, init) => send(input, { ...init, signal: init?.signal ?? saveSignal(textOf(init?.body)) })
}

function textOf(body: BodyInit | null | undefined): string {
  return typeof body === 'string' ? body : ''
}
