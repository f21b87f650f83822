import { useState } from 'react'

/** @returns a reply in the one rendering in which it is new */
export function useNewReply<T>(reply: T | undefined): T | undefined {
  const [seen, see] = useState(reply)
  if (reply === seen) return undefined
  see(reply)
  return reply
}
