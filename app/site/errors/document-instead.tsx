import { useEffect } from 'react'

/** Loads the page as a document, at the address it already has. */
export function DocumentInstead() {
  useEffect(() => location.reload(), [])
  return null
}
