/** @returns {message} of the catalogue: what the backend said. Source: specification, section 8 */
export function errorMessage(error: unknown): string {
  return error instanceof Error && error.message ? error.message : String(error)
}
