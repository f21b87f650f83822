/** The server cannot start. The message is one sentence for the operator: what was found, and what to do. */
export class StartupError extends Error {
  override name = 'StartupError'
}

/**
 * The first line of an error's message, to be quoted in another message.
 * @param thrown any caught value
 * @returns text without a trailing full stop
 */
export function reasonOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return (text.split('\n')[0] ?? '').replace(/\.$/, '')
}
