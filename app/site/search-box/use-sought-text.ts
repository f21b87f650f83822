import { useEffect, useState, type RefObject } from 'react'

/**
 * The text of the field, except what an input method is still composing from a keyboard: half a word in another script
 * is nothing to search for. A touch keyboard composes every word it writes, so there it counts.
 */
export function useSoughtText(field: RefObject<HTMLInputElement | null>, text: string): string {
  const [isComposing, setIsComposing] = useState(false)
  const [sought, setSought] = useState(text)
  if (!isComposing && sought !== text) setSought(text)

  useEffect(() => {
    const stopped = new AbortController()
    const begin = () => setIsComposing(matchMedia('(pointer: fine)').matches)
    field.current?.addEventListener('compositionstart', begin, stopped)
    field.current?.addEventListener('compositionend', () => setIsComposing(false), stopped)
    return () => stopped.abort()
  }, [field])

  return sought
}
