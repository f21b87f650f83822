/**
 * @returns the text of an error, for {message} in the catalogue's messages.
 * Source: docs/behaviour/admin.md#failure-messages
 */
export function errorMessage(error: unknown): string {
  return error instanceof Error && error.message ? error.message : String(error)
}
